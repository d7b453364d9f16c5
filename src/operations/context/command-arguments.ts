/* Written by `npm run fix` from the declarations, so that a link to another operation is checked by the compiler. */

type Args<Required extends string = never, Optional extends string = never> = {
  readonly [Name in Required]: string;
} & { readonly [Name in Optional]?: string | undefined };

/** The arguments of each operation, as words; all of them take an account as well. */
export interface CommandArguments {
  readonly openings: Args<never, 'on' | 'who' | 'end' | 'after'>;
  readonly 'ip.add': Args<'server' | 'ports', 'from' | 'internal'>;
  readonly 'firewall.create': Args<'from' | 'source' | 'to' | 'destination', 'peer'>;
  readonly 'firewall.intra.create': Args<'dc' | 'source' | 'destination' | 'ports', 'peer'>;
  readonly end: Args<'lease'>;
  readonly extend: Args<'lease' | 'until'>;
  readonly keep: Args<'lease'>;
  readonly 'ip.update': Args<'server' | 'address', 'ports' | 'from'>;
  readonly 'ip.remove': Args<'server' | 'address'>;
  readonly 'firewall.enable': Args<'dc' | 'id'>;
  readonly 'firewall.disable': Args<'dc' | 'id'>;
  readonly 'firewall.delete': Args<'dc' | 'id'>;
  readonly 'firewall.intra.update': Args<'dc' | 'id', 'ports' | 'source' | 'destination'>;
  readonly 'firewall.intra.enable': Args<'dc' | 'id'>;
  readonly 'firewall.intra.disable': Args<'dc' | 'id'>;
  readonly 'firewall.intra.delete': Args<'dc' | 'id'>;
  readonly reach: Args<never, 'from' | 'to' | 'ports' | 'peer'>;
  readonly 'server.find': Args<never, 'text'>;
  readonly 'server.show': Args<'server'>;
  readonly changed: Args<never, 'since'>;
  readonly invoice: Args<never, 'month' | 'pricing'>;
  readonly 'invoice.trend': Args<never, 'months' | 'pricing'>;
  readonly scheduled: Args;
  readonly 'ip.show': Args<'server'>;
  readonly 'job.show': Args<'id'>;
  readonly 'firewall.list': Args<never, 'dc'>;
  readonly 'firewall.show': Args<'dc' | 'id'>;
  readonly 'firewall.intra.list': Args<never, 'dc'>;
  readonly 'firewall.intra.show': Args<'dc' | 'id'>;
  readonly 'alert.list': Args;
  readonly 'alert.show': Args<'policy'>;
  readonly 'autoscale.list': Args;
  readonly 'autoscale.show': Args<'policy'>;
  readonly 'autoscale.view': Args<'server'>;
  readonly 'dc.list': Args;
  readonly 'dc.show': Args<'dc', 'groups'>;
  readonly 'dc.baremetal': Args<'dc'>;
  readonly 'dc.capabilities': Args<'dc'>;
  readonly 'custom-fields': Args;
  readonly 'alert.create': Args<'name' | 'to', 'cpu' | 'memory' | 'disk' | 'for'>;
  readonly 'alert.update': Args<'policy', 'name' | 'cpu' | 'memory' | 'disk' | 'for' | 'to'>;
  readonly 'alert.delete': Args<'policy'>;
  readonly 'alert.assign': Args<'policy' | 'server'>;
  readonly 'alert.unassign': Args<'policy' | 'server'>;
  readonly 'autoscale.set': Args<'server' | 'policy'>;
  readonly 'autoscale.remove': Args<'server'>;
  readonly 'changed.adopt': Args<'finding' | 'reason'>;
  readonly plan: Args<'commands', 'all-or-nothing'>;
  readonly run: Args<never, 'runbook'>;
  readonly approvals: Args;
  readonly 'request.status': Args<'request'>;
  readonly policy: Args;
  readonly history: Args<never, 'who' | 'what' | 'since' | 'before'>;
  readonly doctor: Args;
  readonly whoami: Args;
  readonly 'policy.explain': Args<'line'>;
  readonly 'history.export': Args<never, 'who' | 'what' | 'since'>;
  readonly 'history.verify': Args<never, 'hash' | 'from'>;
  readonly 'key.create': Args<never, 'for'>;
  readonly 'key.list': Args;
  readonly 'key.revoke': Args<'id'>;
}
