import type { Operation } from '../core/operation.ts';
import { alertAssign } from './alert-assign.ts';
import { alertCreate } from './alert-create.ts';
import { alertDelete } from './alert-delete.ts';
import { alertList } from './alert-list.ts';
import { alertShow } from './alert-show.ts';
import { alertUnassign } from './alert-unassign.ts';
import { alertUpdate } from './alert-update.ts';
import { approvals } from './approvals.ts';
import { autoscaleList } from './autoscale-list.ts';
import { autoscaleRemove } from './autoscale-remove.ts';
import { autoscaleSet } from './autoscale-set.ts';
import { autoscaleShow } from './autoscale-show.ts';
import { autoscaleView } from './autoscale-view.ts';
import { customFields } from './custom-fields-list.ts';
import { dcBaremetal } from './dc-baremetal.ts';
import { dcCapabilities } from './dc-capabilities.ts';
import { dcList } from './dc-list.ts';
import { dcShow } from './dc-show.ts';
import { doctor } from './doctor.ts';
import { end } from './end.ts';
import { extend } from './extend.ts';
import { firewallCreate } from './firewall-create.ts';
import { firewallDelete } from './firewall-delete.ts';
import { firewallDisable } from './firewall-disable.ts';
import { firewallEnable } from './firewall-enable.ts';
import { firewallIntraCreate } from './firewall-intra-create.ts';
import { firewallIntraDelete } from './firewall-intra-delete.ts';
import { firewallIntraList } from './firewall-intra-list.ts';
import { firewallIntraShow } from './firewall-intra-show.ts';
import { firewallList } from './firewall-list.ts';
import { firewallShow } from './firewall-show.ts';
import { history } from './history.ts';
import { historyExport } from './history-export.ts';
import { historyVerify } from './history-verify.ts';
import { invoice } from './invoice.ts';
import { invoiceTrend } from './invoice-trend.ts';
import { ipAdd } from './ip-add.ts';
import { ipRemove } from './ip-remove.ts';
import { ipShow } from './ip-show.ts';
import { jobShow } from './job-show.ts';
import { keyCreate } from './key-create.ts';
import { keyList } from './key-list.ts';
import { keyRevoke } from './key-revoke.ts';
import { plan } from './plan.ts';
import { policyExplain } from './policy-explain.ts';
import { policy } from './policy-show.ts';
import { requestStatus } from './request-status.ts';
import { run } from './run.ts';
import { scheduled } from './scheduled.ts';
import { serverFind } from './server-find.ts';
import { serverShow } from './server-show.ts';
import { runbooks } from './shared/bundled-runbooks.ts';
import type { Context } from './shared/context.ts';
import { runbookOperation } from './shared/runbook.ts';
import { whoami } from './whoami.ts';

/** Each is in a file of its own. In the order in which help shows them. */
const declared: readonly Operation<Context>[] = [
  alertList,
  alertShow,
  alertCreate,
  alertUpdate,
  alertDelete,
  alertAssign,
  alertUnassign,
  autoscaleList,
  autoscaleShow,
  autoscaleView,
  autoscaleSet,
  autoscaleRemove,
  serverFind,
  serverShow,
  ipShow,
  ipAdd,
  ipRemove,
  jobShow,
  firewallList,
  firewallShow,
  firewallCreate,
  firewallEnable,
  firewallDisable,
  firewallDelete,
  firewallIntraList,
  firewallIntraShow,
  firewallIntraCreate,
  firewallIntraDelete,
  plan,
  run,
  invoice,
  invoiceTrend,
  dcList,
  dcShow,
  dcBaremetal,
  dcCapabilities,
  approvals,
  requestStatus,
  scheduled,
  extend,
  end,
  keyCreate,
  keyList,
  keyRevoke,
  policy,
  policyExplain,
  history,
  historyExport,
  historyVerify,
  customFields,
  whoami,
  doctor,
];

const declaredById = new Map(declared.map((operation) => [operation.id, operation]));

/** All operations: those, and one for each runbook. */
export const operations: readonly Operation<Context>[] = [
  ...declared,
  ...runbooks.map((runbook) => runbookOperation(runbook, (id, field) => declaredById.get(id)?.fields[field])),
];

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** The operation with this id, as in "alert.create"; undefined if there is none. */
export const operationById = (id: string): Operation<Context> | undefined => byId.get(id);
