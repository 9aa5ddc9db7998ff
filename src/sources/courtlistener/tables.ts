/**
 * The tables of CourtListener's bulk data that are read, with their columns: needed, optional or ignored.
 *
 * Source: `scripts/make_bulk_data.sh` of CourtListener. Columns are found by name; columns that are not listed here are reported by
 * `import --dry-run`, because a new column may replace an old one.
 */

/** The tables of a set that are read, in the order in which they are staged. */
export const TABLES = [
  "courts",
  "people-db-people",
  "opinion-clusters",
  "dockets",
  "citations",
  "opinions",
  "parentheticals",
] as const;
export type TableName = (typeof TABLES)[number];

/** The tables without which a set is not complete. */
export const NEEDED_TABLES: readonly TableName[] = [
  "courts",
  "opinion-clusters",
  "dockets",
  "citations",
  "opinions",
];

export interface Table {
  /** Columns that a file must have. */
  readonly needed: readonly string[];
  /** Columns that are read where a file has them. */
  readonly optional: readonly string[];
  /** Columns that are known and not read. */
  readonly ignored: readonly string[];
}

/** The fields with the text of an opinion: the first one that is not empty is read. */
export const TEXT_FIELDS = [
  "html_with_citations",
  "html_columbia",
  "html_lawbox",
  "html_anon_2020",
  "html",
  "xml_harvard",
  "xml_scan",
  "plain_text",
] as const;

const columns = (names: string): readonly string[] => names.trim().split(/\s+/);

export const TABLE_COLUMNS: Readonly<Record<TableName, Table>> = {
  courts: {
    needed: columns("id full_name citation_string jurisdiction"),
    optional: [],
    ignored: columns(`
      pacer_court_id pacer_has_rss_feed pacer_rss_entry_types date_last_pacer_contact fjc_court_id date_modified in_use
      has_opinion_scraper has_oral_argument_scraper position short_name url start_date end_date notes parent_court_id
    `),
  },
  "people-db-people": {
    needed: columns("id name_last"),
    optional: columns("name_first name_middle name_suffix"),
    ignored: columns(`
      date_created date_modified date_completed fjc_id slug date_dob date_granularity_dob date_dod date_granularity_dod
      dob_city dob_state dob_country dod_city dod_state dod_country gender religion ftm_total_received ftm_eid has_photo
      is_alias_of_id
    `),
  },
  dockets: {
    needed: columns("id court_id docket_number"),
    optional: [],
    ignored: columns(`
      date_created date_modified source appeal_from_str assigned_to_str referred_to_str panel_str date_last_index
      date_cert_granted date_cert_denied date_argued date_reargued date_reargument_denied date_filed date_terminated
      date_last_filing case_name_short case_name case_name_full slug docket_number_core pacer_case_id cause
      nature_of_suit jury_demand jurisdiction_type appellate_fee_status appellate_case_type_information mdl_status
      filepath_local filepath_ia filepath_ia_json ia_upload_failure_count ia_needs_upload ia_date_first_change
      view_count date_blocked blocked appeal_from_id assigned_to_id idb_data_id originating_court_information_id
      referred_to_id federal_dn_case_type federal_dn_office_code federal_dn_judge_initials_assigned
      federal_dn_judge_initials_referred federal_defendant_number parent_docket_id docket_number_raw
      docket_number_source
    `),
  },
  "opinion-clusters": {
    needed: columns("id docket_id date_filed case_name precedential_status blocked"),
    optional: columns(`
      date_created date_modified date_filed_is_approximate case_name_short case_name_full judges attorneys syllabus
      headnotes summary disposition history source filepath_json_harvard headmatter slug
    `),
    ignored: columns(`
      scdb_id scdb_decision_direction scdb_votes_majority scdb_votes_minority procedural_history nature_of_suit
      other_dates cross_reference correction citation_count date_blocked filepath_pdf_harvard arguments posture
    `),
  },
  citations: {
    needed: columns("volume reporter page type cluster_id"),
    optional: [],
    ignored: columns("id date_created date_modified"),
  },
  opinions: {
    needed: columns("id cluster_id type"),
    optional: [...columns("author_str author_id per_curiam joined_by_str extracted_by_ocr"), ...TEXT_FIELDS],
    ignored: columns(
      "date_created date_modified sha1 page_count download_url local_path ordering_key main_version_id",
    ),
  },
  parentheticals: {
    needed: columns("text score described_opinion_id describing_opinion_id"),
    optional: [],
    ignored: columns("id group_id"),
  },
};

/** The file of a table: `opinions-2025-03-31.csv.bz2`. */
const FILE_NAME = /^(?<name>[a-z-]+)-(?<date>\d{4}-\d{2}-\d{2})\.csv(?:\.bz2)?$/;

/** The table and the date of a file's name; null for other files. */
export function readTableName(fileName: string): { readonly table: TableName; readonly date: string } | null {
  const { name, date } = FILE_NAME.exec(fileName)?.groups ?? {};
  const table = TABLES.find((table) => table === name);
  return table === undefined || date === undefined ? null : { table, date };
}
