/** What is tested with one node. */
import "./answers.ts";
import "./publishing.ts";
