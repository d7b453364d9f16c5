import { type Button, type Decision, decisions } from '../../answer/answer.ts';

type Action = Button['action'];

/**
 * What a button does, as Slack returns it when it is pressed. `at` is its place among the buttons of its block, where
 * Slack takes no id twice.
 */
export function writeAction(
  action: Action,
  at: number,
): { readonly action_id: string; readonly value: string } {
  if ('line' in action) return { action_id: `line:${at}`, value: action.line.toWellFormed() };
  if ('run' in action) return { action_id: `run:${at}`, value: action.run.toWellFormed() };
  if ('form' in action) return { action_id: `form:${at}`, value: action.form.toWellFormed() };
  if ('edit' in action) return { action_id: `edit:${at}`, value: action.edit.toWellFormed() };
  if ('share' in action) return { action_id: `share:${at}`, value: action.share.toWellFormed() };
  if ('show' in action) return { action_id: `show:${action.show}`, value: action.show };
  return { action_id: `decide:${action.decide}`, value: action.on };
}

/** Reads an id that `writeAction` wrote; undefined for anything else. Slack omits an empty value. */
export function readAction({
  action_id,
  value = '',
}: {
  readonly action_id: string;
  readonly value?: string | undefined;
}): Action | undefined {
  const [kind, what = ''] = action_id.split(':');
  switch (kind) {
    case 'line':
      return { line: value };
    case 'run':
      return { run: value };
    case 'form':
      return { form: value };
    case 'edit':
      return { edit: value };
    case 'share':
      return { share: value };
    case 'show':
      return what === 'home' ? { show: what } : undefined;
    case 'decide':
      return isDecision(what) ? { decide: what, on: value } : undefined;
    default:
      return undefined;
  }
}

/** The ids of menus whose options are actions. Selects of forms have other ids, since their values come from the cloud API. */
export const menuIds = { choose: 'menu:choose', more: 'menu:more' };

/** The value of an option of a menu, as Slack returns it when it is chosen. A menu asks nothing, so its options preview what they run. */
export function writeChoice(action: Action): string {
  const { action_id, value } = writeAction('run' in action ? { line: action.run } : action, 0);
  return `${action_id}|${value}`;
}

/** Reads a value that `writeChoice` wrote, chosen in one of `menuIds`; undefined for anything else. */
export function readChoice(menuId: string, choice: string): Action | undefined {
  if (menuId !== menuIds.choose && menuId !== menuIds.more) return undefined;
  const [actionId = '', ...value] = choice.split('|');
  return readAction({ action_id: actionId, value: value.join('|') });
}

const isDecision = (word: string): word is Decision =>
  word === 'review' || word === 'breakGlass' || decisions.some((decision) => decision === word);
