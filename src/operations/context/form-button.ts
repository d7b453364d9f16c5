import type { Button } from '../../answer/answer.ts';
import { join } from '../../operation/words.ts';
import { commandWords, type OperationId } from './command-link.ts';
import type { Context } from './context.ts';

/**
 * Returns a function that makes buttons for the form of an operation in the account of the answer. Defined fields are prefilled.
 */
export function formButtons({
  service,
  login,
}: {
  readonly service: Pick<Context['service'], 'alias'>;
  readonly login: Pick<Context['login'], 'accountAlias'>;
}) {
  const elsewhere = service.alias.toUpperCase() !== login.accountAlias.toUpperCase();
  const account = elsewhere ? service.alias : undefined;
  return (
    label: string,
    id: OperationId,
    fields: Readonly<Record<string, string | undefined>> = {},
  ): Button => {
    const given = Object.entries({ ...fields, account });
    const words = given.flatMap(([key, text]) => (text === undefined ? [] : [{ key, text }]));
    return { label, action: { form: [commandWords(id), join(words)].filter(Boolean).join(' ') } };
  };
}
