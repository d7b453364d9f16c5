/** Ids of the local cloud's seeded data, equal in every run. */
export const seeded = {
  cpuHigh: ['71dd93f6774fd8b535b0e7e8b4aea98e', '37a8b931f9dd34432bfa129ee7659be8'],
  disk80: '22b9445a60acbca3d56d1108a6c82683',
  memoryHigh: 'a58850d7ca618f245065e1de52763b93',
  nightWatch: 'fe361ec870c010a2c9d46ae3e084281f',
  /** The id of the next new alert policy. */
  newAlert: '6a9f278006c0369c5fc69d2678cac7bb',
  scaleWeb: 'e78d7e31ea357689dbbf8e4cac198a55',
  batchAtNight: 'ea85fdb0c2ad8019d97dd1139681f65c',
  crossFirewall: 'ac11a45805692c2be6249d2cd0f08ed2',
  /** A policy that is disabled, from VA1 to GB3. */
  disabledFirewall: '5154002017cad1032a8e590995e50294',
  localFirewall: '195f2e21b90087a4b3313bc144204857',
  /** A policy inside DE1 that is disabled. */
  disabledLocalFirewall: 'b43952aa8e69ca2ce12ecf12473eed42',
  job: '4357d08265ae3c85ab7ed8a9e38a51ce',
  /** The id of the next change's job that takes a while. */
  newJob: 'de1-10003',
  de1Root: 'de6237194b62c62de1980fdb829333d3',
} as const;

/** The hardware groups of the 13 data centers, in the order of their list. */
const rootGroups = [
  '239126bd675bd1223f5db9e0278cdcb2',
  'a87b2f348bcc0dbcc2294f5c315c42a6',
  '938b1cfa2090e44743c09a1d0c792417',
  seeded.de1Root,
  '363b20f9cacd853040997651fddd06e4',
  'cb9321dccab4d44a3886c22a18a4b149',
  '095e41efc89c5619631c48da3e650e41',
  '0cf29cb4356894d9a1b8893da55dba09',
  'a47db84c1fd7c95c11f8a5e5d0722cd3',
  'dc5e7b3b1cc0a51e6436d8a09b82776d',
  '113e047e07fe8f0e66eb02ccad379fa7',
  '5ff1e7c41b7a398c1567adc0af360884',
  '2508e848f03ab691a570f63b0bdfafc9',
];

/** The calls of the service for the search of a server by a part of its name. */
export const walk = [
  'GET /v2/datacenters/ACME?groupLinks=true',
  ...rootGroups.map((id) => `GET /v2/groups/ACME/${id}?serverDetail=detailed`),
];

/** The service's jobs and firewall changes end at once. */
export const quick = { jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 };
