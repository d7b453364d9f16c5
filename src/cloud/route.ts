/** The words of the service's addresses; everything else in a path names an account, a thing, or what somebody typed. */
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

/** A path with `…` for every name: `/v2/servers/…/…`. */
export const routeOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment === '' || words.has(segment) ? segment : '…'))
    .join('/');
