/**
 * The roles of the service that may do what each operation asks of it, as far as they are known (service-facts §2.9);
 * of several, one is enough. ServerScheduler is younger than what is known, and counts where everybody may. Empty for
 * what asks the service nothing.
 */
const nobodyAsked: readonly string[] = [];
const viewers = ['AccountAdmin', 'AccountViewer', 'SecurityAdmin', 'ServerAdmin', 'ServerOperator'];
const builders = ['AccountAdmin', 'ServerAdmin'];
const assigners = ['AccountAdmin', 'ServerAdmin', 'ServerOperator'];
const firewallKeepers = ['AccountAdmin', 'NetworkAdmin', 'SecurityAdmin'];
const firewallViewers = [...firewallKeepers, 'AccountViewer', 'ServerAdmin', 'ServerOperator'];
const payers = ['AccountAdmin', 'AccountViewer', 'BillingAdmin'];
const allButBilling = [
  'AccountAdmin',
  'AccountViewer',
  'DNSManager',
  'NetworkAdmin',
  'SecurityAdmin',
  'ServerAdmin',
  'ServerOperator',
  'ServerScheduler',
];
const all = [...allButBilling, 'BillingAdmin'];

/** By the operation's id. */
export const rolesFor: Readonly<Record<string, readonly string[]>> = {
  'alert.list': viewers,
  'alert.show': viewers,
  'alert.create': builders,
  'alert.update': builders,
  'alert.delete': builders,
  'alert.assign': assigners,
  'alert.unassign': assigners,
  'autoscale.list': viewers,
  'autoscale.show': viewers,
  'autoscale.view': viewers,
  'autoscale.set': assigners,
  'autoscale.remove': assigners,
  'server.find': viewers,
  'server.show': viewers,
  'ip.show': viewers,
  'ip.add': builders,
  'ip.remove': builders,
  job: allButBilling,
  'firewall.list': firewallViewers,
  'firewall.show': firewallViewers,
  'firewall.create': firewallKeepers,
  'firewall.enable': firewallKeepers,
  'firewall.disable': firewallKeepers,
  'firewall.delete': firewallKeepers,
  'firewall.local.list': firewallViewers,
  'firewall.local.show': firewallViewers,
  'firewall.local.create': firewallKeepers,
  'firewall.local.delete': firewallKeepers,
  invoice: payers,
  'invoice.trend': payers,
  'dc.list': all,
  'dc.show': all,
  'dc.baremetal': all,
  'dc.capabilities': all,
  approvals: nobodyAsked,
  history: nobodyAsked,
  'history.export': nobodyAsked,
  'history.verify': nobodyAsked,
  fields: all,
  login: nobodyAsked,
  doctor: nobodyAsked,
};
