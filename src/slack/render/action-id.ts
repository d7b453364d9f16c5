import { type Button, type Decision, decisions } from '../../answer/answer.ts';

type Action = Button['action'];

/**
 * Writes the action of a button as the id and value that Slack returns for a click. `at` is the button's position in its block,
 * where ids must be unique; the options of a menu have none.
 */
export function writeAction(
  action: Action,
  at?: number,
): { readonly action_id: string; readonly value: string } {
  const place = at === undefined ? '' : `:${at}`;
  if ('show' in action) return { action_id: `show:${action.show}`, value: action.show };
  if ('decide' in action)
    return { action_id: `decide:${action.decide}`, value: [action.on, action.seen ?? []].flat().join('|') };
  const [[kind, line] = ['', '']] = Object.entries<string>(action);
  return { action_id: `${kind}${place}`, value: line.toWellFormed() };
}

/** The actions that run a command or open its form. */
export type CommandAction = Exclude<Action, { readonly show: unknown } | { readonly decide: unknown }>;

/** Returns the command of an action. */
export const lineOf = (action: CommandAction): string => Object.values<string>(action).join();

/** Reads an id that `writeAction` wrote; undefined for anything else. Slack omits an empty value. */
export function readAction(pressed: {
  readonly action_id: string;
  readonly value?: string | undefined;
}): Action | undefined {
  const { action_id, value = '' } = pressed;
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
    case 'decide': {
      const [on = '', seen] = value.split('|');
      return isDecision(what) ? { decide: what, on, ...(seen && { seen }) } : undefined;
    }
    default:
      return undefined;
  }
}

/** The ids of menus whose options are actions. Selects of forms have other ids, since their values come from the cloud API. */
export const menuIds = { choose: 'menu:choose', more: 'menu:more' };

/**
 * Writes the value of a menu option, which Slack returns when it is chosen: "line|alert show Web". Slack can't ask a
 * question for one of several options, so they preview the command. Slack's limit is 75 characters, so an account at the end of a command is
 * abbreviated: "line@ACDV|alert show Web".
 */
export function writeChoice(action: Action): string {
  const { action_id, value } = writeAction('run' in action ? { line: action.run } : action);
  const [, line = value, account] = /^(.*) account=(\w+)$/s.exec(value) ?? [];
  return `${action_id}${account === undefined ? '' : `@${account}`}|${line}`;
}

/** Reads the value of an option chosen in one of `menuIds`, as `writeChoice` wrote it; undefined for anything else. */
export function readChoice(menuId: string, choice: string): Action | undefined {
  if (menuId !== menuIds.choose && menuId !== menuIds.more) return undefined;
  const [, actionId = '', account, line = ''] = /^([\w:]+)(?:@(\w+))?\|(.*)$/s.exec(choice) ?? [];
  const action = readAction({
    action_id: actionId,
    value: account === undefined ? line : `${line} account=${account}`,
  });
  return action && 'run' in action ? undefined : action;
}

const isDecision = (word: string): word is Decision =>
  word === 'review' || word === 'breakGlass' || decisions.some((decision) => decision === word);
