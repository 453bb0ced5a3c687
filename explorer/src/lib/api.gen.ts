// What the service answers. Made by tools/make_types.py from the program's description; do not edit.

export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string; // invalid_argument, not_found, no_evidence, already_exists, unsupported, corrupt, io, busy, cancelled, unauthorized or internal
  about: string; // the parameter that is wrong; empty: none
  nearest: string[]; // what may have been meant, best first
  detail: string; // all of it as a sentence: what went wrong and what to try
}

export interface ServedStore {
  name: string;
  ready: boolean; // false: still being prepared; the numbers come later
  has_urls?: boolean | undefined;
  words?: boolean | undefined; // whether it can be searched
  pages?: number | undefined;
  links?: number | undefined;
  hosts?: number | undefined;
}

export interface Stores {
  studies: boolean;
  replay?: string | undefined; // where archived copies are, with {timestamp} and {url}; absent: nowhere
  stores: ServedStore[];
}

export interface Related {
  by: string;
  pages: Asked[];
  with: string[]; // what took part: links, text, visits
  tuned?: string | undefined; // what 'cocite tune' learned about the store, if it counts in this answer
  hosts: HostsCounted;
  only: PagesListed;
  complete: boolean; // false: the time budget ended it
  notes: string[];
  items: Item[];
}

export interface Asked {
  asked: string; // as the request has it
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  copies?: PageRef[] | undefined; // near-copies, which are not listed as answers
}

export interface PageRef {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
}

export type HostsCounted = 'off' | 'on'; // on: links within a host counted less

export type PagesListed = 'any' | 'crawled'; // crawled: pages that were never fetched are left out

export interface Item {
  rank: number;
  score: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  gone?: string | undefined; // the day since when it is gone; left out otherwise
  date?: string | undefined; // the day when it was fetched; left out if not known
  language?: string | undefined; // as it declares it; left out if not known
  flagged?: boolean | undefined; // backed only by pages without in-links; left out otherwise
  unjudged?: boolean | undefined; // content_filter could not judge it, since it has no title and no text; left out otherwise
  copies?: PageRef[] | undefined; // near-copies folded into it
  mirrors?: string[] | undefined; // with mirrors=merge: its other addresses, on hosts that count as one
  why?: string[] | undefined; // the reasons in sentences, the strongest first
  reasons?: Reason[] | undefined;
}

export interface Reason {
  kind: string;
  amount: number; // what it adds to the score
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  distance: number; // places between the two links on the page; 0: not known
  word?: string | undefined; // kind word: that both pages have
  clicks_to?: number | undefined; // kind visits: how often people went from the page asked about to the answer
  clicks_from?: number | undefined; // kind visits: and back
  anchor?: string | undefined; // text of the link; left out if not known
  page_anchor?: string | undefined; // text of the link to, or of, the page asked about; left out if not known
  about?: string | undefined; // with several pages asked about: the key of the one meant
}

export interface Explain {
  by: string;
  page: Asked;
  pages?: Asked[] | undefined; // if several were asked about: all of them
  answer: Asked;
  score: number;
  with: string[]; // what took part: links, text, visits
  tuned?: string | undefined; // what 'cocite tune' learned about the store, if it counts in this answer
  why: string[];
  reasons: Reason[];
  next?: string | undefined; // the list goes on: repeat the request with cursor= this text; left out at its end
}

export interface Map {
  by: string;
  pages: Asked[];
  nodes: MapNode[]; // query pages, answers by rank, pages that tie them together
  edges: MapEdge[]; // pairs of nodes that are alike
  links: ([number, number])[]; // from node to node, as pages link
  communities: MapCommunity[];
  complete: boolean; // false: the time budget ended it
  notes: string[];
}

export interface MapNode {
  id: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  role: MapRole;
  label: string; // the title without the name of the site, or what else names it
  rank: number; // of an answer, from 1; else 0
  score: number; // of an answer; of a tie: how many of the others it links with
  x: number; // -1 to 1
  y: number; // -1 to 1, upwards
  community: number; // its place in communities
}

export type MapRole = 'query' | 'answer' | 'tie';

export interface MapEdge {
  one: number;
  other: number;
  weight: number; // likeness, 0 to 1
}

export interface MapCommunity {
  name: string; // words that most of its titles have, or two of its pages
  size: number; // number of nodes
  x: number;
  y: number;
}

export interface Clusters {
  by: string;
  pages: Asked[];
  clusters: Cluster[]; // that of the best answer first
  complete: boolean; // false: the time budget ended it
  notes: string[];
}

export interface Cluster {
  name: string; // words that most of its titles have, or two of its pages
  size: number; // number of answers
  items: ClusterItem[]; // by rank
}

export interface ClusterItem {
  rank: number; // among all answers, from 1
  score: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
}

export interface SimilarSites {
  by: string;
  sites: SimilarSite[]; // those asked about
  with: string[]; // what took part: links, text, visits
  complete: boolean; // false: the time budget ended it
  notes: string[];
  items: SimilarSite[];
}

export interface SimilarSite {
  rank: number;
  score: number;
  site: string;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  pages: number; // pages of it in the store
  linked_from: number; // sites that link to it
  gone?: string | undefined; // the day since when every page of it that a crawl asked for is gone; left out otherwise
  flagged?: boolean | undefined; // backed only by sites without in-links; left out otherwise
  copies?: PageRef[] | undefined; // near-copies folded into it
  why: string[];
  reasons: SiteReason[];
}

export interface SiteReason {
  kind: SiteReasonKind;
  sites: number; // number of sites of this kind
  site: string; // the strongest of them
  pages: number; // pages behind the link to, or of, the site asked about
  other_pages: number; // the same for the answer
  page: string; // an example
  links_to: string;
  page_too: string; // if no one page has both links: the page with the second
  links_to_too: string;
}

export type SiteReasonKind = 'parents' | 'children' | 'links-to' | 'linked-from';

export interface WhatsRelated {
  page: Asked;
  host: string;
  in_links: number;
  out_links: number;
  crawled: boolean;
  status: PageStatus;
  status_code?: number | undefined; // what the server said when a crawl asked last
  status_date?: string | undefined;
  gone?: string | undefined; // the day since when it is gone; left out otherwise
  with: string[]; // what took part: links, text, visits
  tuned?: string | undefined; // what 'cocite tune' learned about the store, if it counts in this answer
  related: Item[];
  sites: SimilarSite[];
  hubs: Hub[];
  linked_from: PageRef[];
  names: LinkText[]; // texts of links to it, the most frequent first
  complete: boolean; // false: the time budget ended it
  notes: string[]; // why something is missing
}

export type PageStatus = 'alive' | 'gone' | 'failing' | 'unknown';

export interface Hub {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  related: number; // related pages that it links to
  links: number; // links on it
}

export interface LinkText {
  text: string;
  links: number;
}

export interface Compare {
  pages: Asked[];
  hosts: HostsCounted;
  methods: CompareMethod[];
  pairs: ComparePair[];
  agreed: CompareAgreed[]; // by number of methods, then by mean rank
}

export interface CompareMethod {
  by: string;
  ms: number;
  complete: boolean; // false: the time budget ended it
  why_none: string; // why it has no answers; empty: it has
  with: string[]; // what took part: links, text, visits
  tuned?: string | undefined; // what 'cocite tune' learned about the store, if it counts in this answer
  items: Item[];
}

export interface ComparePair {
  one: string;
  other: string;
  shared: number; // answers that both have
  overlap: number; // the same as a share of the answers asked for
  tau: number | null; // Kendall's tau-b of the two lists
}

export interface CompareAgreed {
  mean_rank: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  by: string[];
}

export interface Page {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  host: string;
  out_links: number;
  in_links: number;
  crawled: boolean; // fetched itself, not only linked to
  date: string; // when it was fetched; empty: not known
  status?: number | undefined; // what the server said when a crawl asked last
  status_date?: string | undefined;
  gone?: string | undefined; // the day since when it is gone; left out otherwise
  visits?: number | undefined; // clicks of people to and from the page; left out if the store has none
  ip?: string | undefined; // address of the machine that it was fetched from
  language: string;
  columns: PageColumn[];
  text: string; // its first words
}

export interface PageColumn {
  name: string;
  value: number | null;
  percentile: number; // of 100 pages, how many have a smaller value
}

export interface Links {
  page: PageRef;
  in: boolean;
  crawled: boolean; // false: never fetched, so its links are not known
  total: number;
  items: LinksItem[];
  next?: string | undefined; // the list goes on: repeat the request with cursor= this text; left out at its end
}

export interface LinksItem {
  place: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  anchor: string; // text of the link; empty: not known
  gone?: string | undefined; // the day since when it is gone; left out otherwise
}

export interface Linkers {
  pages: PageRef[]; // the set, each page once
  not_pages: PageRef[]; // no answer links to one of these
  at_least: number; // an answer links to this many of the set
  order: string;
  by: string; // pagerank, or indegree where that is not saved
  total: number; // number of all answers, without platforms
  items: LinkersItem[];
  platform_links?: number | undefined; // a platform has at least this many links
  platforms_total?: number | undefined; // number of all platforms among the answers
  platforms?: LinkersItem[] | undefined; // the first of them, which are not among items
  complete: boolean; // false: the time budget ended it
  notes: string[];
}

export interface LinkersItem {
  rank: number;
  score: number; // what it is ordered by
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  count: number; // how many of the set it links to
  links: number; // number of all its links; with out, of all links to it
  gone?: string | undefined; // the day since when it is gone; left out otherwise
  to: LinkersLink[]; // the pages of the set that it links to, or with out is linked from
}

export interface LinkersLink {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  place: number; // of the link on its page, from 1; 0: not known
  anchor?: string | undefined; // text of the link; left out if not known
}

export interface Path {
  page: PageRef;
  to: PageRef;
  length: number; // links of a shortest path; 0: there is none, or it is one page
  total: number; // number of all shortest paths
  paths: LinkPath[]; // the most telling first; empty: there is none
  from_reach: PathReach;
  to_reach: PathReach;
  hub_links?: number | undefined; // with avoid hubs: pages with this many links are not passed
  complete: boolean; // false: the time budget ended it
  notes: string[];
}

export interface LinkPath {
  rarity: number; // bits: how telling the pages between are
  steps: PathStep[]; // the pages, both ends too
}

export interface PathStep {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  anchor?: string | undefined; // text of the link that leads here; left out if not known
  place?: number | undefined; // of that link on its page, from 1; left out if not known
  back?: boolean | undefined; // undirected: the link leads from this page to the one before
  links: number; // number of links of the page, both directions
}

export interface PathReach {
  pages: number; // that were seen, the end itself among them
  length: number; // number of links from the end, at most
  is_all: boolean; // true: links lead no further
}

export interface Rank {
  by: string;
  column: string; // of the store; empty: computed just now
  about: string; // how it was computed
  items: RankItem[];
  next?: string | undefined; // the list goes on: repeat the request with cursor= this text; left out at its end
}

export interface RankItem {
  rank: number;
  score: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  gone?: string | undefined; // the day since when it is gone; left out otherwise
  mirrors?: string[] | undefined; // with mirrors=merge: its other addresses, on hosts that count as one
}

export interface Vicinity {
  pages: Asked[];
  nodes: VicinityNode[];
  edges: ([number, number])[];
  merged: number; // nodes that disappeared by merging
  hosts: HostsCounted;
}

export interface VicinityNode {
  id: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  shown_as: number; // the node that it was merged into
}

export interface Trace {
  pages: Asked[];
  steps: TraceStep[];
}

export interface TraceStep {
  step: number;
  discovered: number;
  new: number; // of these, not known before
  kept: number; // of these, after the trim
  total: number; // pages known after it
}

export interface Lli {
  page: Asked;
  hosts: HostsCounted;
  back: LliSide;
  forward: LliSide;
  notes?: string[] | undefined; // where no singular value is left out
  items: LliItem[];
  neighbours: LliNeighbour[];
  next?: string | undefined; // the list goes on: repeat the request with cursor= this text; left out at its end
}

export interface LliSide {
  rank: number; // singular values above 1e-10 of the largest
  k: number; // of these, how many are kept
  sigma: (number | null)[]; // these, the largest first
}

export interface LliItem {
  side: string; // back: found by parents; forward: by children
  similarity: number | null; // its LLI score on this side
  count: number; // merged neighbours that have it
  bcp: number | null; // the same as a share of all merged neighbours
  dd: number | null; // 1 minus its neighbours' share of all bd
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
}

export interface LliNeighbour {
  side: string;
  bd: number | null; // share of the side's pages that it has
  members: number; // pages that were merged into it
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
}

export interface Communities {
  pages: number; // number of all pages
  total: number; // number of all communities
  modularity: number; // share of links within, beyond what chance gives
  column?: string | undefined; // where they were saved; left out if they were not
  items: Community[]; // the largest first
  members?: CommunityMember[] | undefined; // every page, if asked for
}

export interface Community {
  community: number; // its number, from 1, the largest first
  level: number; // 1, or 2 for one within the last of level 1 before it
  path?: string | undefined; // with levels: 3.1 is the first within community 3
  size: number; // number of its pages
  name: string; // words that tell it from the others, or two of its pages
  inside: number; // share of its links that stay within
  pages: PageRef[]; // its best pages, by rank
  bridges: CommunityBridge[]; // the communities that it has most links with
}

export interface CommunityBridge {
  community: number;
  links: number; // links between the two, both directions
}

export interface CommunityMember {
  key: string;
  community: number;
  path?: string | undefined; // with levels: of the smallest community that it is in
}

export interface Search {
  words: string;
  model: string;
  tf: string; // of vectors: count or log; empty for bm25
  rank: string;
  edges: string;
  content: string;
  stem: string;
  unmatched: string[]; // words that no page has
  hosts: HostsCounted;
  complete: boolean; // false: the time budget ended it
  nodes: number; // of the neighbourhood, if pages are ranked by links
  edge_count: number;
  start: number;
  items: SearchItem[];
  notes: string[];
}

export interface SearchItem {
  rank: number;
  score: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  gone?: string | undefined; // the day since when it is gone; left out otherwise
  matched: boolean; // false: found by links only
  in_links: number;
  snippet: Snippet[];
}

export interface Snippet {
  text: string;
  match: boolean;
}

export interface Completion {
  prefix: string;
  matches: number;
  meant_by?: MeantBy | undefined;
  meant?: CompletionItem | undefined;
  items: CompletionItem[]; // pages whose address begins with the text
  names: CompletionItem[]; // pages whose title, or link text, contains it
}

export type MeantBy = 'address' | 'name' | 'host'; // what of the page the text is

export interface CompletionItem {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  in_links: number;
}

export interface Audit {
  pages: number; // pages that were audited
  homes: PageRef[]; // home pages, the first few
  total: number; // items of all findings
  ignored: number; // items that were accepted before
  old: number; // items that the older store has, too
  complete: boolean; // false: the time budget ended it
  findings: AuditFinding[]; // in the order in which it pays to mend them
  notes: string[];
}

export interface AuditFinding {
  kind: string;
  title: string;
  summary: string; // the finding in words; empty: not known
  advice: string; // why it pays to mend it, and how
  total: number; // items that there are
  items: AuditItem[]; // most important first
  unknown?: string | undefined; // what the store lacks to judge this; left out: nothing
  notes?: string[] | undefined;
}

export interface AuditItem {
  page?: PageRef | undefined;
  target?: PageRef | undefined;
  why: string; // what is wrong, in words
  text?: string | undefined; // of titles and anchors: the text itself
  instead?: PageRef | undefined;
  from_total: number; // how many pages have the link
  from: AuditLink[]; // pages with the link, the first few
  pages_total?: number | undefined; // how many other pages it is about
  pages?: PageRef[] | undefined; // copies, pages behind a bridge, other addresses: the first few
}

export interface AuditLink {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  place?: number | undefined; // of the link on the page, from 1; left out: not known
  anchor: string; // text of the link; empty: none, or not known
}

export interface Suggest {
  pages: number; // pages that were looked at
  complete: boolean; // false: the time budget ended it
  notes: string[];
  patch?: string | undefined; // with 'apply': what changes
  files?: string[] | undefined; // with 'apply': files that were written
  items: SuggestItem[]; // best first; with 'all', page by page
}

export interface SuggestItem {
  page: PageRef;
  rank: number; // among the links of the page; with 'to', among all
  score: number;
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  reason: string; // in a sentence
  place: string; // sentence, or See also
  sentence: string; // of the page, in which its name stands without a link; else empty
  words: string; // of the sentence, that should be the link; else empty
}

export interface Diff {
  pages: DiffPages;
  links: DiffLinks;
  titles: DiffTitle[]; // pages in both whose titles differ
  titles_total: number;
  hosts: DiffHosts;
  anchors: DiffAnchor[]; // links in both whose texts differ
  anchors_total: number;
  ranked_by: string; // the column of ranks; empty: not compared
  ranks: DiffMoved[]; // pages whose place moved most, the farthest first
  communities: DiffRegrouped[]; // that split or merged, where both saved them
  related: DiffRelated[]; // pages whose related pages differ, if asked for
  notes: string[];
}

export interface DiffPages {
  only_old: DiffPage[]; // pages that only the old store has
  only_new: DiffPage[]; // pages that only the new store has
  only_old_total: number;
  only_new_total: number;
  in_both: number; // number of pages in both
  gone: PageRef[]; // in both, but only in the new store known to be gone (404, 410)
  gone_total: number;
}

export interface DiffPage {
  key: string;
  url: string;
  title: string;
  called: string; // if it has no title: the anchor text that most hosts use, else empty
  state: Absence;
}

export type Absence = 'absent' | 'not-fetched'; // absent: what would have it was fetched there too; not-fetched: nothing is known

export interface DiffLinks {
  only_old: DiffLink[]; // links that only the old store has
  only_new: DiffLink[]; // links that only the new store has
  only_old_total: number;
  only_new_total: number;
  in_both: number; // number of links in both
}

export interface DiffLink {
  from: string; // key of the page with the link
  to: string;
  anchor?: string | undefined; // text of the link; left out if not known
  state: Absence;
}

export interface DiffTitle {
  key: string;
  old_title: string;
  new_title: string;
}

export interface DiffHosts {
  only_old: string[]; // hosts that only the old store has
  only_new: string[]; // hosts that only the new store has
  only_old_total: number;
  only_new_total: number;
  in_both: number; // number of hosts in both
}

export interface DiffAnchor {
  from: string; // key of the page with the link
  to: string;
  old_anchor: string;
  new_anchor: string;
}

export interface DiffMoved {
  key: string;
  old_place: number; // among the pages in both, from 1
  new_place: number;
  old_score: number;
  new_score: number;
}

export interface DiffRegrouped {
  what: Regrouped;
  community: number; // split: of the old store; merged: of the new one
  parts: number[]; // communities of the other store, the largest first
  pages: number[]; // pages that both have, of each part
}

export type Regrouped = 'split' | 'merged';

export interface DiffRelated {
  key: string;
  only_old: string[]; // keys of pages that only the old store answers with
  only_new: string[]; // keys of pages that only the new store answers with
  through: string[]; // keys of pages that explain these answers
}

export interface Info {
  pages: number;
  links: number;
}

export interface Methods {
  methods: Method[];
  ranks: RankKind[];
  insights: InsightKind[];
}

export interface Method {
  name: string;
  summary: string;
  paper: string;
  chops: boolean; // a page without evidence gives way to one nearer the root
  parameters: MethodParameter[];
}

export interface MethodParameter {
  name: string;
  default: string;
  summary: string;
  choices: string; // separated by |; empty: any text, or a number
  kind: ParameterKind;
  least?: number | undefined; // of a count or number
  most?: number | undefined;
}

export type ParameterKind = 'count' | 'number' | 'word';

export interface RankKind {
  name: string;
  summary: string;
  paper: string;
  needs_pages: boolean;
}

export interface InsightKind {
  name: string;
  summary: string;
  paper: string;
  about: string; // what it is asked about; empty: the whole store
  parameters: MethodParameter[];
}

export interface Insight {
  insight: string;
  facts: Record<string, unknown>;
  notes: string[];
  items: (Record<string, unknown>)[];
  next?: string | undefined; // the list goes on: repeat the request with cursor= this text; left out at its end
}

export type RatingValue = '' | '1' | '0' | '-'; // empty: not rated yet

export interface BlindStudy {
  study: string;
  title: string;
  store: string;
  by: string[];
  top: number;
  created: number; // seconds since 1970
  closed: boolean;
  queries: number;
  unanswered: number; // query pages that no method answered
  unknown: number; // pages left out: not in the graph
  repeated: number;
  items: number; // answers that each rater rates
  raters: ({ name: string; rated: number; link: string })[];
}

export interface BlindStudies {
  studies: BlindStudy[];
  making?: { asked: number; pages: number } | undefined; // present while a study is being made
}

export interface StudyResults {
  study: BlindStudy;
  results: Record<string, unknown>; // the tables of cocite eval as JSON
}

export interface StudyProgress {
  items: number;
  rated: number;
  queries: number;
  finished: number;
}

export interface StudyTask {
  title: string;
  rater: string;
  closed: boolean;
  progress: StudyProgress;
  place: number; // of the query page; 0: everything is rated
  query: { page: string; url: string; title: string };
  items: ({ item: string; page: string; url: string; title: string; value: RatingValue })[];
}
