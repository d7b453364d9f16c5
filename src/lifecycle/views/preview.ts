import {
  type Answer,
  type Button,
  buttons,
  checklist,
  context,
  count,
  type Inline,
  itemAndMore,
  line,
  note,
  type Part,
  quote,
  type Text,
  time,
  warning,
} from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import { groupSteps, type StepGroup } from '../../change/model/group-steps.ts';
import type { Step } from '../../change/model/step.ts';
import { throughText, titleText } from '../../change/model/titles.ts';
import { riskTone } from '../../change/words/risk-sign.ts';
import { actLabel, nothingYet, question } from '../../change/words/wanted.ts';
import { editButton, openForm } from '../../command-line/form.ts';
import { capitalize } from '../../core/capitalize.ts';
import type { Instant } from '../../core/clock.ts';
import { list } from '../../core/list.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import { opensAccess } from '../../network/opens-access.ts';
import type { Operation, Prepared, ResolvedCommand } from '../../operation/operation.ts';
import { type ApprovalRequired, type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import { sum } from '../../policy/risk.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { sharedWarnings } from '../prepare/shared-warnings.ts';
import { planText } from './describe-plan.ts';
import { timesOf } from './describe-timing.ts';
import { inFull } from './in-full.ts';

/** The content of a preview. */
export interface Previewed extends Pick<ChangeEvaluation, 'decision' | 'impact' | 'riskLine'> {
  readonly change: Pick<RequestedChange, 'steps' | 'plan' | 'through'>;
  readonly steps: NonEmpty<{
    readonly prepared: {
      readonly operation: Pick<Operation<never>, 'button' | 'risk'> &
        Partial<Pick<Operation<never>, 'isReversible'>>;
    };
    readonly resolved: Pick<ResolvedCommand, 'warnings'> &
      Partial<Pick<ResolvedCommand, 'networkChange' | 'until'>>;
  }>;
  /** The parts that an Undo does not restore. */
  readonly warnings?: readonly Text[];
  /** The options of a plan whose preview shows no command. */
  readonly options?: Partial<Pick<Prepared<never>, 'reason' | 'ticket' | 'account'>> | undefined;
  /** Whether its requester can untick some of the steps. */
  readonly ticks?: boolean;
  /** Whether it is an Undo. */
  readonly undoes?: boolean;
}

/**
 * Renders a change before its confirmation: a question, its risk, consequences, and buttons that carry `id` and the digest of what is shown,
 * which another preview with this id has not. `command` is the typed command, undefined for an Undo. `edit` is the command for the
 * form, undefined if no form can show all of it.
 */
export function preview(
  shown: Previewed,
  {
    id,
    seen,
    expires,
    command,
    edit,
  }: {
    readonly id: string;
    readonly seen: string;
    readonly expires: Instant;
    readonly command: string | undefined;
    readonly edit: string | undefined;
  },
): Answer {
  return [
    ...consequences(shown),
    buttons(
      { ...confirmLabel(shown), action: { decide: 'confirm', on: id, seen } },
      edit !== undefined && editButton(edit),
      {
        label: 'Cancel',
        action: { decide: 'cancel', on: id, seen },
      },
    ),
    context(
      nothingYet(shown.change),
      ...(shown.change.through === undefined ? [] : [' · requested', ...throughText(shown.change)]),
      ' · expires at ',
      time(new Date(expires), 'clock'),
      ...(command === undefined ? [] : [' · ', line(command)]),
    ),
  ];
}

/**
 * Renders a change that can't be confirmed, for example because its reason is missing, with a button for its form. Only the
 * missing part has a warning sign.
 */
export const incomplete = (shown: Previewed, edit: string | undefined, missing: string): Answer => [
  ...consequences(shown).map((part) => (part.kind === 'notice' ? note(...inlinesOf(part.text)) : part)),
  warning(missing),
  buttons(edit !== undefined && openForm(edit)),
];

/** Returns the label of the button that confirms a change, which names the operation. */
export function confirmLabel({ change, decision, steps, ticks }: Previewed): Pick<Button, 'label' | 'style'> {
  if (decision.kind === 'requestApproval') return { label: 'Request Approval', style: 'primary' };
  const operations = steps.map(({ prepared }) => prepared.operation);
  const label = steps.length === 1 || ticks ? (actLabel(change) ?? operations[0]?.button) : undefined;
  const interrupts = operations.some(({ risk }) => risk === 'disrupts');
  return { label: label ?? 'Apply Changes', style: interrupts ? 'danger' : 'primary' };
}

/** Renders a change, its consequences and warnings: a preview without its buttons. */
export function consequences(shown: Previewed): Answer {
  const { change, steps, decision, impact, riskLine, undoes, warnings = [] } = shown;
  const points = 'points' in decision ? decision.points : [];
  const warned = change.steps.map(({ target }, index) => ({
    target,
    warnings: steps[index]?.resolved.warnings ?? [],
  }));
  return [
    itemAndMore(question(change, undoes), [], riskTone(sum(points))),
    ...(riskLine === undefined ? [] : [context(riskLine)]),
    ...stepsBelow(shown),
    ...planText(change),
    ...optionsText(shown),
    ...timesOf(withStaysOpen(shown)),
    ...(opensLater(shown) ? [context(decidedAgain)] : []),
    ...impact.map((sentence) => note(sentence)),
    ...[...warnings, ...sharedWarnings(warned)].map((text) => warning(...inlinesOf(text))),
    ...frozen(decision),
    ...(decision.kind === 'requestApproval' ? neededApprovals(decision, riskLine) : []),
  ];
}

/** Returns the steps with whether each could have an end, has none, and opens the network. */
const withStaysOpen = ({ change, steps }: Previewed) => ({
  steps: change.steps.map((step, index) => {
    const { prepared, resolved } = steps[index] ?? {};
    const staysOpen =
      prepared?.operation.isReversible === true && opens(resolved) && resolved?.until === undefined;
    return { ...step, staysOpen };
  }),
});

/** Returns whether a step opens the network at a later time. */
const opensLater = ({ change, steps }: Previewed): boolean =>
  steps.some(({ resolved }, index) => change.steps[index]?.startsAt !== undefined && opens(resolved));

const opens = ({ networkChange }: Partial<Previewed['steps'][0]['resolved']> = {}): boolean =>
  networkChange !== undefined && opensAccess(networkChange);

const decidedAgain =
  'Decided again when it starts, with what you open to the same place within the hour before: if that needs more approvals, it isn’t applied.';

/** Renders the options: "Nightly backup · OPS-1234 · in ACDV". */
function optionsText({ options: { reason, ticket, account } = {} }: Previewed): Answer {
  const given: readonly Inline[] = [
    ...(reason === undefined ? [] : [quote(reason)]),
    ...(ticket === undefined ? [] : [ticket]),
    ...(account === undefined ? [] : [`in ${account.toUpperCase()}`]),
  ];
  return given.length > 0 ? [context(...given.flatMap((one, at) => (at > 0 ? [' · ', one] : [one])))] : [];
}

/** Renders what the question leaves out: the steps of a plan, the targets with ticks, other commands, and what is cut. */
function stepsBelow({ change, ticks }: Previewed): Answer {
  const { steps, plan } = change;
  if (plan) return steps.map((step, index) => note(`${index + 1}. `, ...inlinesOf(titleText(step))));
  const groups = groupSteps(steps);
  if (!ticks) return groups.length === 1 ? inFull(change) : groups.map(titleOfGroup);
  const targets = steps.flatMap(({ target }) => target ?? []);
  const noun = capitalize(`${targets[0]?.noun ?? 'target'}s`);
  return [
    checklist(
      noun,
      targets.map(({ name }) => name),
    ),
  ];
}

const titleOfGroup = ({ text, steps: [{ action }] }: StepGroup<Step>): Part =>
  note(...inlinesOf(titleText({ title: text, action })));

/** For a change that would start during a freeze, explains that the requester can use break-glass. */
function frozen(decision: Decision): Answer {
  const freeze = freezeIn(decision);
  return freeze
    ? [warning(`${freezeInWords(freeze)} Only your break-glass approval runs it before that.`)]
    : [];
}

/** Renders "Needs 1 approval.", unless the risk line includes it, and the accounts if several need an approver each. */
function neededApprovals({ approvers, accounts }: ApprovalRequired, riskLine: string | undefined): Answer {
  const each = accounts.length > 1 ? [note(`Needs an approver for each account: ${list(accounts)}.`)] : [];
  return riskLine === undefined ? [note(`Needs ${count(approvers, 'approval')}.`), ...each] : each;
}

const inlinesOf = (text: Text): readonly Inline[] => [text].flat();
