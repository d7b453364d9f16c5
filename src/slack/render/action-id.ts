import { type Button, type Decision, decisions } from '../../core/answer.ts';

type Does = Button['does'];

/**
 * What a button does, as Slack hands it back when it is pressed. `at` is its place among the buttons of its block, where
 * Slack takes no id twice.
 */
export function writeAction(does: Does, at: number): { readonly action_id: string; readonly value: string } {
  if ('line' in does) return { action_id: `line:${at}`, value: does.line.toWellFormed() };
  if ('form' in does) return { action_id: `form:${at}`, value: does.form.toWellFormed() };
  if ('show' in does) return { action_id: `show:${does.show}`, value: does.show };
  return { action_id: `decide:${does.decide}`, value: does.on };
}

/** Reads what `writeAction` wrote; undefined for anything else. Slack leaves out a value that is empty. */
export function readAction({
  action_id,
  value = '',
}: {
  readonly action_id: string;
  readonly value?: string | undefined;
}): Does | undefined {
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

/** What an option of a menu does: the value that Slack hands back when it is chosen. */
export function writeChoice(does: Does): string {
  const { action_id, value } = writeAction(does, 0);
  return `${action_id}|${value}`;
}

/** Reads what `writeChoice` wrote, chosen in one of `menuIds`; undefined for anything else. */
export function readChoice(menuId: string, choice: string): Does | undefined {
  if (menuId !== menuIds.choose && menuId !== menuIds.more) return undefined;
  const [actionId = '', ...value] = choice.split('|');
  return readAction({ action_id: actionId, value: value.join('|') });
}

const isDecision = (word: string): word is Decision =>
  word === 'review' || decisions.some((decision) => decision === word);
