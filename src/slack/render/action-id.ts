import { type Button, type Decision, decisions } from '../../core/answer.ts';

type Action = Button['action'];

/**
 * What a button action, as Slack hands it back when it is pressed. `at` is its place among the buttons of its block, where
 * Slack takes no id twice.
 */
export function writeAction(
  action: Action,
  at: number,
): { readonly action_id: string; readonly value: string } {
  if ('line' in action) return { action_id: `line:${at}`, value: action.line.toWellFormed() };
  if ('form' in action) return { action_id: `form:${at}`, value: action.form.toWellFormed() };
  if ('show' in action) return { action_id: `show:${action.show}`, value: action.show };
  return { action_id: `decide:${action.decide}`, value: action.on };
}

/** Reads what `writeAction` wrote; undefined for anything else. Slack leaves out a value that is empty. */
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
    case 'form':
      return { form: value };
    case 'show':
      return what === 'home' ? { show: what } : undefined;
    case 'decide':
      return isDecision(what) ? { decide: what, on: value } : undefined;
    default:
      return undefined;
  }
}

/** The ids of menus whose options do something. Those of a form's fields have others: their values come from the service. */
export const menuIds = { choose: 'menu:choose', more: 'menu:more' };

/** What an option of a menu action: the value that Slack hands back when it is chosen. */
export function writeChoice(action: Action): string {
  const { action_id, value } = writeAction(action, 0);
  return `${action_id}|${value}`;
}

/** Reads what `writeChoice` wrote, chosen in one of `menuIds`; undefined for anything else. */
export function readChoice(menuId: string, choice: string): Action | undefined {
  if (menuId !== menuIds.choose && menuId !== menuIds.more) return undefined;
  const [actionId = '', ...value] = choice.split('|');
  return readAction({ action_id: actionId, value: value.join('|') });
}

const isDecision = (word: string): word is Decision =>
  word === 'review' || word === 'breakGlass' || decisions.some((decision) => decision === word);
