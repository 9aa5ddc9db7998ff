/** All that is tested in a browser: one is started for all of it, and the sample is imported once. */
import "./case.ts";
import "./check.ts";
import "./hostile.ts";
import "./screenshots.ts";
import "./search.ts";
import "./site.ts";
import "./trends.ts";
import "./watch.ts";
