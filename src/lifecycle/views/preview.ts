import {
  type Answer,
  type Button,
  buttons,
  checklist,
  context,
  count,
  type Inline,
  line,
  note,
  quote,
  type Text,
  warning,
} from '../../answer/answer.ts';
import type { ChangePlan } from '../../change/model/change.ts';
import { groupSteps } from '../../change/model/group-steps.ts';
import { previewLifetime } from '../../change/model/time-limits.ts';
import { throughText, titlesText, titleText } from '../../change/model/titles.ts';
import { editButton, openForm } from '../../command-line/form.ts';
import { capitalize } from '../../core/capitalize.ts';
import { list } from '../../core/list.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import { opensAccess } from '../../network/opens-access.ts';
import type { Operation, Plan, Prepared } from '../../operation/operation.ts';
import { type ApprovalRequired, type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import type { Timing } from '../../time/timing.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { sharedWarnings } from '../prepare/shared-warnings.ts';
import { planText } from './describe-plan.ts';
import { timingOf } from './describe-timing.ts';

/** What a preview shows of a change. */
export interface Previewed extends Pick<ChangeEvaluation, 'decision' | 'impact' | 'riskLine'> {
  /** When each step starts and ends. */
  readonly timings?: readonly Timing[];
  readonly steps: NonEmpty<{
    readonly prepared: { readonly operation: Pick<Operation<never>, 'button' | 'risk'> };
    readonly plan: Pick<Plan, 'title' | 'action' | 'warnings'> &
      Partial<Pick<Plan, 'target' | 'networkChange'>>;
  }>;
  /** What an Undo does not restore. */
  readonly warnings?: readonly Text[];
  readonly plan?: ChangePlan;
  /** What was requested for all steps of a plan that no command shows. */
  readonly options?: Partial<Pick<Prepared<never>, 'reason' | 'ticket' | 'account'>> | undefined;
  /** Whether its requester can untick some of the steps. */
  readonly ticks?: boolean;
  /** Through what it was requested, if that was not Slack itself. */
  readonly through?: string | undefined;
  /** Whether it undoes what was done. */
  readonly undoes?: boolean;
}

/**
 * A change before it is confirmed: its title, what follows from it, what has to be weighed, and the buttons, which carry `id`.
 * `command` is what its requester typed, or undefined for an Undo; `edit` is the command that the form is opened with,
 * or undefined if no form has all of it.
 */
export function preview(
  shown: Previewed,
  {
    id,
    command,
    edit,
  }: { readonly id: string; readonly command: string | undefined; readonly edit: string | undefined },
): Answer {
  return [
    ...consequences(shown),
    buttons(confirmButton(shown, id), edit !== undefined && editButton(edit), {
      label: 'Cancel',
      action: { decide: 'cancel', on: id },
    }),
    context(
      ...(shown.through === undefined ? [] : ['Requested', ...throughText(shown), '. ']),
      `Expires in ${previewLifetime / 60_000} min`,
      ...(command === undefined ? [] : [' · ', line(command)]),
    ),
  ];
}

/**
 * A change that can't be confirmed, for example because its reason is missing: what it is, and its form. What has to be weighed
 * has no sign here, so that the only one is at what is missing.
 */
export const incomplete = (shown: Previewed, edit: string | undefined, missing: string): Answer => [
  ...consequences(shown).map((part) => (part.kind === 'notice' ? note(...inlinesOf(part.text)) : part)),
  warning(missing),
  buttons(edit !== undefined && openForm(edit)),
];

/** The button that confirms a change. It names what it does. */
export function confirmButton({ decision, steps, ticks }: Previewed, id: string): Button {
  const action = { decide: 'confirm', on: id } as const;
  if (decision.kind === 'requestApproval') return { label: 'Request Approval', style: 'primary', action };
  const operations = steps.map(({ prepared }) => prepared.operation);
  const label = steps.length === 1 || ticks ? operations[0]?.button : undefined;
  const interrupts = operations.some(({ risk }) => risk === 'disrupts');
  return { label: label ?? 'Apply Changes', style: interrupts ? 'danger' : 'primary', action };
}

/** What a change does, what follows from it, and what has to be weighed: a preview without its buttons. */
export function consequences(shown: Previewed): Answer {
  const { steps, decision, impact, riskLine, timings = [], warnings = [] } = shown;
  return [
    ...titles(shown),
    ...planText(shown),
    ...optionsText(shown),
    ...timingOf(timings),
    ...(opensLater(shown) ? [context(decidedAgain)] : []),
    ...impact.map((sentence) => note(sentence)),
    ...[...warnings, ...sharedWarnings(plansOf(steps))].map((text) => warning(...inlinesOf(text))),
    ...(riskLine === undefined ? [] : [warning(riskLine)]),
    ...frozen(decision),
    ...(decision.kind === 'requestApproval' ? neededApprovals(decision, riskLine) : []),
  ];
}

/** Whether a step opens the network at a later time. */
const opensLater = ({ steps, timings = [] }: Previewed): boolean =>
  steps.some(
    ({ plan: { networkChange } }, index) =>
      timings[index]?.startsAt !== undefined && networkChange !== undefined && opensAccess(networkChange),
  );

const decidedAgain =
  'Decided again when it starts, with what you open to the same place within the hour before: if that needs more approvals, it isn’t applied.';

/** "Nightly backup · OPS-1234 · in ACDV". */
function optionsText({ options: { reason, ticket, account } = {} }: Previewed): Answer {
  const given: readonly Inline[] = [
    ...(reason === undefined ? [] : [quote(reason)]),
    ...(ticket === undefined ? [] : [ticket]),
    ...(account === undefined ? [] : [`in ${account.toUpperCase()}`]),
  ];
  return given.length > 0 ? [context(...given.flatMap((one, at) => (at > 0 ? [' · ', one] : [one])))] : [];
}

/** What each step does; with a tick for each of those that can be left out. */
function titles(shown: Previewed): Answer {
  const titled = titlesOfSteps(shown);
  const [first, ...others] = titled;
  return shown.undoes && first?.kind === 'note'
    ? [note('Undo: ', ...inlinesOf(first.text)), ...others]
    : titled;
}

function titlesOfSteps({ steps, plan: script, ticks }: Previewed): Answer {
  const plans = plansOf(steps);
  if (script) return plans.map((plan, index) => note(`${index + 1}. `, ...inlinesOf(titleText(plan))));
  if (!ticks)
    return groupSteps(plans).map(({ text, steps: [{ action }] }) =>
      note(...inlinesOf(titleText({ title: text, action }))),
    );
  const targets = plans.flatMap(({ target }) => target ?? []);
  const noun = capitalize(`${targets[0]?.noun ?? 'target'}s`);
  return [
    note(...titlesText({ steps: plans })),
    checklist(
      noun,
      targets.map(({ name }) => name),
    ),
  ];
}

const plansOf = (steps: Previewed['steps']) => steps.map(({ plan }) => ({ ...plan, target: plan.target }));

/** Of a change that would start in a freeze: what its requester, who may use break-glass, can do. */
function frozen(decision: Decision): Answer {
  const freeze = freezeIn(decision);
  return freeze
    ? [warning(`${freezeInWords(freeze)} Only your break-glass approval runs it before that.`)]
    : [];
}

/** "Needs 1 approval.", unless the line of the risk says so; and which accounts need an approver each, if they are several. */
function neededApprovals({ approvers, accounts }: ApprovalRequired, riskLine: string | undefined): Answer {
  const each = accounts.length > 1 ? [note(`Needs an approver for each account: ${list(accounts)}.`)] : [];
  return riskLine === undefined ? [note(`Needs ${count(approvers, 'approval')}.`), ...each] : each;
}

const inlinesOf = (text: Text): readonly Inline[] => [text].flat();
