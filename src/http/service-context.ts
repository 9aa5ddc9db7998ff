/** What the routes work with. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "../corpus/bodies.ts";
import type { CorpusLocation } from "../domain/corpus-source.ts";
import type { Setting } from "../v1/v1.ts";
import type { TokensFile } from "./credentials.ts";
import type { Metrics } from "./metrics.ts";
import type { ReaderPool } from "./readers/reader-pool.ts";

export interface ServiceContext {
  readonly pool: ReaderPool;
  readonly tokens: TokensFile;
  readonly metrics: Metrics;
  readonly corpus: CorpusLocation;
  /** Every URL in an answer starts with it; no slash at the end. */
  readonly baseUrl: string;
  /** Kept archives lie below it. */
  readonly dataFolder: string;
  /** Who sees bodies that are not open to everyone. */
  readonly bodies: "for everyone" | "for credentials";
  /** Whether callers without credentials find cases by texts that they may not see. */
  readonly closedText: "searchable" | "unsearchable";
  /** Whether it listens on loopback addresses only, without a base URL: then no other machine is meant to reach it. */
  readonly isOnlyForThisMachine: boolean;
  readonly onFault: (message: string) => void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the request came with valid credentials. */
    hasCredentials: boolean;
  }
}

/** Of an answer of `/v1/`. */
export function settingOf(context: ServiceContext, { request }: FastifyReply): Setting {
  return { baseUrl: context.baseUrl, access: accessOf(request, context) };
}

export function accessOf(request: FastifyRequest, { bodies, closedText }: ServiceContext): Access {
  if (bodies === "for everyone" || request.hasCredentials) return "open";
  return closedText === "searchable" ? "anyone" : "public";
}
