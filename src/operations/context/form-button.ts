import type { Button } from '../../answer/answer.ts';
import { commandWords, type OperationId } from './command-link.ts';
import type { Context } from './context.ts';

/** Makes buttons that open the form of an operation in the account of the answer, with one field filled in, or none. */
export function formButtons({ service, login }: Pick<Context, 'service' | 'login'>) {
  const elsewhere = service.alias.toUpperCase() !== login.accountAlias.toUpperCase();
  const account = elsewhere ? ` account=${service.alias}` : '';
  return (label: string, id: OperationId, field?: string, value?: string): Button => ({
    label,
    action: { form: `${commandWords(id)}${value === undefined ? '' : ` ${field}=${value}`}${account}` },
  });
}
