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
  time,
  warning,
} from '../../answer/answer.ts';
import type { ChangePlan } from '../../change/model/change.ts';
import { groupSteps } from '../../change/model/group-steps.ts';
import { throughText, titlesText, titleText } from '../../change/model/titles.ts';
import { editButton, openForm } from '../../command-line/form.ts';
import { capitalize } from '../../core/capitalize.ts';
import type { Instant } from '../../core/clock.ts';
import { list } from '../../core/list.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import { opensAccess } from '../../network/opens-access.ts';
import type { Operation, Prepared, ResolvedCommand } from '../../operation/operation.ts';
import { type ApprovalRequired, type Decision, freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import type { Timing } from '../../time/timing.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { sharedWarnings } from '../prepare/shared-warnings.ts';
import { planText } from './describe-plan.ts';
import { type ShownTiming, timingOf } from './describe-timing.ts';

/** The content of a preview. */
export interface Previewed extends Pick<ChangeEvaluation, 'decision' | 'impact' | 'riskLine'> {
  /** Start and end of each step. */
  readonly timings?: readonly Timing[];
  readonly steps: NonEmpty<{
    readonly prepared: {
      readonly operation: Pick<Operation<never>, 'button' | 'risk'> &
        Partial<Pick<Operation<never>, 'isReversible'>>;
    };
    readonly resolved: Pick<ResolvedCommand, 'title' | 'action' | 'warnings'> &
      Partial<Pick<ResolvedCommand, 'target' | 'networkChange' | 'until'>>;
  }>;
  /** The parts that an Undo does not restore. */
  readonly warnings?: readonly Text[];
  readonly plan?: ChangePlan;
  /** The options of a plan whose preview shows no command. */
  readonly options?: Partial<Pick<Prepared<never>, 'reason' | 'ticket' | 'account'>> | undefined;
  /** Whether its requester can untick some of the steps. */
  readonly ticks?: boolean;
  /** The client of the request, if that was not Slack itself. */
  readonly through?: string | undefined;
  /** Whether it is an Undo. */
  readonly undoes?: boolean;
}

/**
 * Renders a change before its confirmation: title, consequences, warnings, and buttons that carry `id` and the digest of what is shown,
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
      ...(shown.through === undefined ? [] : ['Requested', ...throughText(shown), '. ']),
      'Expires at ',
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
export function confirmLabel({ decision, steps, ticks }: Previewed): Pick<Button, 'label' | 'style'> {
  if (decision.kind === 'requestApproval') return { label: 'Request Approval', style: 'primary' };
  const operations = steps.map(({ prepared }) => prepared.operation);
  const label = steps.length === 1 || ticks ? operations[0]?.button : undefined;
  const interrupts = operations.some(({ risk }) => risk === 'disrupts');
  return { label: label ?? 'Apply Changes', style: interrupts ? 'danger' : 'primary' };
}

/** Renders a change, its consequences and warnings: a preview without its buttons. */
export function consequences(shown: Previewed): Answer {
  const { steps, decision, impact, riskLine, warnings = [] } = shown;
  return [
    ...titles(shown),
    ...planText(shown),
    ...optionsText(shown),
    ...timingOf(shownTimings(shown)),
    ...(opensLater(shown) ? [context(decidedAgain)] : []),
    ...impact.map((sentence) => note(sentence)),
    ...[...warnings, ...sharedWarnings(resolvedOf(steps))].map((text) => warning(...inlinesOf(text))),
    ...(riskLine === undefined ? [] : [warning(riskLine)]),
    ...frozen(decision),
    ...(decision.kind === 'requestApproval' ? neededApprovals(decision, riskLine) : []),
  ];
}

/** Returns start and end of each step, and whether it could have an end, has none, and opens the network. */
const shownTimings = ({ steps, timings = [] }: Previewed): readonly ShownTiming[] =>
  steps.map(({ resolved, prepared: { operation } }, index) => ({
    ...timings[index],
    staysOpen: operation.isReversible === true && opens(resolved) && resolved.until === undefined,
  }));

/** Returns whether a step opens the network at a later time. */
const opensLater = ({ steps, timings = [] }: Previewed): boolean =>
  steps.some(({ resolved }, index) => timings[index]?.startsAt !== undefined && opens(resolved));

const opens = ({ networkChange }: Previewed['steps'][0]['resolved']): boolean =>
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

/** Renders the title of each step, with a tick if it can be excluded. */
function titles(shown: Previewed): Answer {
  const titled = titlesOfSteps(shown);
  const [first, ...others] = titled;
  return shown.undoes && first?.kind === 'note'
    ? [note('Undo: ', ...inlinesOf(first.text)), ...others]
    : titled;
}

function titlesOfSteps({ steps, plan, ticks }: Previewed): Answer {
  const all = resolvedOf(steps);
  if (plan) return all.map((step, index) => note(`${index + 1}. `, ...inlinesOf(titleText(step))));
  if (!ticks)
    return groupSteps(all).map(({ text, steps: [{ action }] }) =>
      note(...inlinesOf(titleText({ title: text, action }))),
    );
  const targets = all.flatMap(({ target }) => target ?? []);
  const noun = capitalize(`${targets[0]?.noun ?? 'target'}s`);
  return [
    note(...titlesText({ steps: all })),
    checklist(
      noun,
      targets.map(({ name }) => name),
    ),
  ];
}

const resolvedOf = (steps: Previewed['steps']) =>
  steps.map(({ resolved }) => ({ ...resolved, target: resolved.target }));

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
