/** The levels of browsing, their addresses, and the links back. */
import type { VolumeCases } from "../../domain/records.ts";
import { type Html, markup } from "../page.ts";
import { shortened } from "../words.ts";

export interface BrowsedJurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Whether its bodies are open to everyone. */
  readonly isOpen: boolean;
}

export interface BrowsedReporter {
  readonly jurisdiction: BrowsedJurisdiction;
  readonly id: number;
  readonly name: string;
}

export function browseAddress(root: string, ...parts: readonly (string | number)[]): string {
  return `${root}/browse/${parts.map((part) => `${encodeURIComponent(part)}/`).join("")}`;
}

/** The last part of a volume's address, unique within its reporter. */
export function volumeKey({ barcode, volumeNumber }: Pick<VolumeCases, "barcode" | "volumeNumber">): string {
  return barcode || volumeNumber || "unknown";
}

export function volumeName({ volumeNumber }: Pick<VolumeCases, "volumeNumber">): string {
  return volumeNumber === null || volumeNumber === "" ? "No volume number" : `Volume ${volumeNumber}`;
}

export type Crumb = readonly [label: string, address: string];

/** The steps from the jurisdictions to this page, which is the last one and no link. */
export function crumbs(root: string, steps: readonly Crumb[], here: string): Html {
  const all: readonly Crumb[] = [["Browse", browseAddress(root)], ...steps];
  return markup`<nav class="crumbs no-print" aria-label="Where this is"><ol>${all.map(
    ([label, address]) => markup`<li><a href="${address}"><bdi>${label}</bdi></a></li>`,
  )}<li aria-current="page"><bdi>${shortened(here)}</bdi></li></ol></nav>`;
}
