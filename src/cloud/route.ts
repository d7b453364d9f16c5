/** The fixed segments of the API's paths. All others are aliases, ids, or text that a user typed. */
const words = new Set([
  'v2',
  'v2-experimental',
  'accounts',
  'alertPolicies',
  'authentication',
  'autoscalePolicies',
  'bareMetalCapabilities',
  'cpuAutoscalePolicy',
  'crossDcFirewallPolicies',
  'customFields',
  'datacenters',
  'deploymentCapabilities',
  'firewallPolicies',
  'groups',
  'invoice',
  'login',
  'operations',
  'publicIPAddresses',
  'servers',
  'status',
]);

/** Replaces every variable segment of a path with `…`, for the log: `/v2/servers/…/…`. */
export const routeOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment === '' || words.has(segment) ? segment : '…'))
    .join('/');
