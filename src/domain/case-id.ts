/** The ids of cases: those of the Caselaw Access Project, and the range of the decisions that only CourtListener has. */

/** Added to CourtListener's id of a decision that only CourtListener has. No other source has ids in this range. */
export const CLUSTER_IDS = 9_000_000_000_000;
export const MAX_CLUSTER = 2 ** 40;

/** The id of CourtListener in a case id; null for other cases. */
export function clusterOf(caseId: number): number | null {
  const cluster = caseId - CLUSTER_IDS;
  return cluster > 0 && cluster < MAX_CLUSTER ? cluster : null;
}

/** The citation by which the id of CourtListener finds a case. */
export function clusterCite(cluster: number): string {
  return `cl:${cluster}`;
}

/** The id that an address or an argument names: `435800`, or `cl:108713` for CourtListener's 108713; null for other texts. */
export function readCaseId(text: string): number | null {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  const cluster = /^cl:([1-9]\d{0,11})$/i.exec(text)?.[1];
  return cluster === undefined ? null : CLUSTER_IDS + Number(cluster);
}
