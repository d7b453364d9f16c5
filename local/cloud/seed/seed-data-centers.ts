import type { DataCenter } from '../store/cloud-store.ts';

/** The 13 data centers of the list, in its order (docs/cloud-api.md, Data centers). */
export const dataCenters: readonly DataCenter[] = [
  { id: 'ca1', name: 'CA1 - Canada (Vancouver)', bareMetal: 'absent' },
  { id: 'ca2', name: 'CA2 - Canada (Toronto)', bareMetal: 'absent' },
  { id: 'ca3', name: 'CA3 - Canada (Toronto)', bareMetal: 'none' },
  { id: 'de1', name: 'DE1 - Germany (Frankfurt)', bareMetal: 'absent' },
  { id: 'gb1', name: 'GB1 - Great Britain (Portsmouth)', bareMetal: 'absent' },
  { id: 'gb3', name: 'GB3 - Great Britain (Slough)', bareMetal: 'offered' },
  { id: 'il1', name: 'IL1 - US Central (Chicago)', bareMetal: 'absent' },
  { id: 'ny1', name: 'NY1 - US East (New York)', bareMetal: 'none' },
  { id: 'sg1', name: 'SG1 - APAC (Singapore)', bareMetal: 'absent' },
  { id: 'uc1', name: 'UC1 - US West (Santa Clara)', bareMetal: 'offered' },
  { id: 'ut1', name: 'UT1 - US Central (Salt Lake City)', bareMetal: 'absent' },
  { id: 'va1', name: 'VA1 - US East (Sterling)', bareMetal: 'offered' },
  { id: 'wa1', name: 'WA1 - US West (Seattle)', bareMetal: 'absent' },
];
