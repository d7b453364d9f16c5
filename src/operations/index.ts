import type { Operation } from '../operation/operation.ts';
import { customFields } from './about/custom-fields-list.ts';
import { doctor } from './about/doctor.ts';
import { policyExplain } from './about/policy-explain.ts';
import { policy } from './about/policy-show.ts';
import { whoami } from './about/whoami.ts';
import { alertAssign } from './alerts/alert-assign.ts';
import { alertCreate } from './alerts/alert-create.ts';
import { alertDelete } from './alerts/alert-delete.ts';
import { alertList } from './alerts/alert-list.ts';
import { alertShow } from './alerts/alert-show.ts';
import { alertUnassign } from './alerts/alert-unassign.ts';
import { alertUpdate } from './alerts/alert-update.ts';
import { autoscaleList } from './autoscale/autoscale-list.ts';
import { autoscaleRemove } from './autoscale/autoscale-remove.ts';
import { autoscaleSet } from './autoscale/autoscale-set.ts';
import { autoscaleShow } from './autoscale/autoscale-show.ts';
import { autoscaleView } from './autoscale/autoscale-view.ts';
import { changed } from './changed/changed.ts';
import { changedAdopt } from './changed/changed-adopt.ts';
import type { Context } from './context/context.ts';
import { dcBaremetal } from './data-centers/dc-baremetal.ts';
import { dcCapabilities } from './data-centers/dc-capabilities.ts';
import { dcList } from './data-centers/dc-list.ts';
import { dcShow } from './data-centers/dc-show.ts';
import { firewallCreate } from './firewall/firewall-create.ts';
import { firewallDelete } from './firewall/firewall-delete.ts';
import { firewallDisable } from './firewall/firewall-disable.ts';
import { firewallEnable } from './firewall/firewall-enable.ts';
import { firewallIntraCreate } from './firewall/firewall-intra-create.ts';
import { firewallIntraDelete } from './firewall/firewall-intra-delete.ts';
import { firewallIntraDisable } from './firewall/firewall-intra-disable.ts';
import { firewallIntraEnable } from './firewall/firewall-intra-enable.ts';
import { firewallIntraList } from './firewall/firewall-intra-list.ts';
import { firewallIntraShow } from './firewall/firewall-intra-show.ts';
import { firewallIntraUpdate } from './firewall/firewall-intra-update.ts';
import { firewallList } from './firewall/firewall-list.ts';
import { firewallShow } from './firewall/firewall-show.ts';
import { history } from './history/history.ts';
import { historyExport } from './history/history-export.ts';
import { historyVerify } from './history/history-verify.ts';
import { invoice } from './invoices/invoice.ts';
import { invoiceTrend } from './invoices/invoice-trend.ts';
import { keyCreate } from './keys/key-create.ts';
import { keyList } from './keys/key-list.ts';
import { keyRevoke } from './keys/key-revoke.ts';
import { openings } from './openings/open-now.ts';
import { runbooks } from './plans/deployed-runbooks.ts';
import { plan } from './plans/plan.ts';
import { run } from './plans/run.ts';
import { runbookOperation } from './plans/runbook.ts';
import { ipAdd } from './public-ips/ip-add.ts';
import { ipRemove } from './public-ips/ip-remove.ts';
import { ipShow } from './public-ips/ip-show.ts';
import { ipUpdate } from './public-ips/ip-update.ts';
import { jobShow } from './public-ips/job-show.ts';
import { reach } from './reach/reach.ts';
import { changes } from './requests/approvals.ts';
import { end } from './requests/end.ts';
import { extend } from './requests/extend.ts';
import { keep } from './requests/keep.ts';
import { requestStatus } from './requests/request-status.ts';
import { scheduled } from './requests/scheduled.ts';
import { serverFind } from './servers/server-find.ts';
import { serverShow } from './servers/server-show.ts';

/** What people come for, in the order of help, and the operations that have a file of their own. */
const declared = {
  'Open or close': [
    openings,
    ipAdd,
    firewallCreate,
    firewallIntraCreate,
    end,
    extend,
    keep,
    ipUpdate,
    ipRemove,
    firewallEnable,
    firewallDisable,
    firewallDelete,
    firewallIntraUpdate,
    firewallIntraEnable,
    firewallIntraDisable,
    firewallIntraDelete,
  ],
  Look: [
    reach,
    serverFind,
    serverShow,
    changed,
    invoice,
    invoiceTrend,
    scheduled,
    ipShow,
    jobShow,
    firewallList,
    firewallShow,
    firewallIntraList,
    firewallIntraShow,
    alertList,
    alertShow,
    autoscaleList,
    autoscaleShow,
    autoscaleView,
    dcList,
    dcShow,
    dcBaremetal,
    dcCapabilities,
    customFields,
  ],
  Change: [
    alertCreate,
    alertUpdate,
    alertDelete,
    alertAssign,
    alertUnassign,
    autoscaleSet,
    autoscaleRemove,
    changedAdopt,
    plan,
    run,
  ],
  Approve: [changes, requestStatus],
  Check: [policy, history, doctor, whoami, policyExplain, historyExport, historyVerify],
  'Let agents request': [keyCreate, keyList, keyRevoke],
} satisfies Readonly<Record<string, readonly Operation<Context>[]>>;

const declaredById = new Map(
  Object.values<readonly Operation<Context>[]>(declared)
    .flat()
    .map((operation) => [operation.id, operation]),
);

const ofRunbooks = runbooks.map((runbook) =>
  runbookOperation(runbook, (id, field) => declaredById.get(id)?.fields[field]),
);

/** All operations by what people come for, including one per runbook. */
export const intents: Readonly<Record<string, readonly Operation<Context>[]>> = {
  ...declared,
  Change: [...declared.Change, ...ofRunbooks],
};

/** All operations, in the order of help. */
export const operations: readonly Operation<Context>[] = Object.values(intents).flat();

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** Returns the operation with this id, such as "alert.create"; undefined if there is none. */
export const operationById = (id: string): Operation<Context> | undefined => byId.get(id);
