/** The levels of browsing, their addresses, and the links back. */
import type { VolumeCases } from "../../domain/records.ts";
import { type Html, markup } from "../markup.ts";

/** A jurisdiction of the corpus. */
export interface BrowsedJurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Whether its bodies are open to everyone. */
  readonly isOpen: boolean;
}

/** A jurisdiction's cases of a reporter. */
export interface BrowsedReporter {
  readonly jurisdiction: BrowsedJurisdiction;
  readonly id: number;
  readonly name: string;
}

/** The address of a browsing page, each part escaped. */
export function browseAddress(root: string, ...parts: readonly (string | number)[]): string {
  return `${root}/browse/${parts.map((part) => `${encodeURIComponent(part)}/`).join("")}`;
}

/** The last part of a volume's address, unique within its reporter. */
export function volumeKey({ barcode, volumeNumber }: VolumeCases): string {
  return barcode || volumeNumber || "unknown";
}

export function volumeName({ volumeNumber }: VolumeCases): string {
  return volumeNumber === null || volumeNumber === "" ? "No volume number" : `Volume ${volumeNumber}`;
}

/** A step of the crumbs: how it is called and where it leads. */
export type Crumb = readonly [label: string, address: string];

/** The steps before this page. */
export function crumbs(steps: readonly Crumb[]): Html {
  return markup`<nav class="crumbs" aria-label="Where this is"><ol>${steps.map(
    ([label, address]) => markup`<li><a href="${address}">${label}</a></li>`,
  )}</ol></nav>`;
}
