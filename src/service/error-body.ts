import { z } from 'zod';
import type { Problem } from './failure.ts';

const most = 10;
const longest = 300;

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const said = z.object({
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  modelState: z.record(z.string(), texts).optional().catch(undefined),
  validationMessages: texts.optional().catch(undefined),
});

/**
 * Reads every shape of error body in service-facts.md §2.10 into problems. Only sentences meant for callers are taken:
 * never exceptionMessage, exceptionType or stackTrace, never HTML. Each is one line of at most 300 characters.
 */
export function problemsIn(body: unknown): Problem[] {
  const one = said.safeParse(body).data;
  const found = Array.isArray(body)
    ? body.flatMap(problemsIn)
    : typeof body === 'string'
      ? [{ field: '', message: body }]
      : one
        ? [
            ...[one.message, one.error, ...(one.validationMessages ?? [])].map((message) => ({
              field: '',
              message,
            })),
            ...Object.entries(one.modelState ?? {}).flatMap(([field, messages]) =>
              messages.map((message) => ({ field: field.replace(/^body\./, ''), message })),
            ),
          ]
        : [];
  return found
    .flatMap(({ field, message }) => (message ? [{ field, message: oneLine(message) }] : []))
    .slice(0, most);
}

function oneLine(text: string): string {
  const line = text
    .trim()
    .split(/[\r\n]/, 1)
    .join('');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
