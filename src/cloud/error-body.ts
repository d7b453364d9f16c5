import * as z from 'zod';
import type { Problem } from './model/cloud-error.ts';

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
 * never exceptionMessage, exceptionType or stackTrace, never HTML. Each is one line of at most 300 characters, without
 * the secrets of the request, in case the service echoes them.
 */
export function problemsIn(body: unknown, secrets: readonly string[] = []): Problem[] {
  const safe = (text: string): string =>
    secrets.filter(Boolean).reduce((left, secret) => left.replaceAll(secret, '…'), text);
  return sentencesIn(body)
    .filter(({ message }) => message !== '')
    .slice(0, most)
    .map(({ field, message }) => ({ field: safe(field), message: oneLine(safe(message)) }));
}

function sentencesIn(body: unknown): Problem[] {
  if (typeof body === 'string') return [{ field: '', message: body }];
  if (Array.isArray(body)) return body.flatMap(sentencesIn);
  const {
    message = '',
    error = '',
    validationMessages = [],
    modelState = {},
  } = said.safeParse(body).data ?? {};
  const fields = Object.entries(modelState).flatMap(([field, texts]) =>
    texts.map((text) => ({ field: field.replace(/^body\./, ''), message: text })),
  );
  return [
    ...[message, error, ...validationMessages].map((text) => ({ field: '', message: text })),
    ...fields,
  ];
}

function oneLine(text: string): string {
  const line = text
    .trim()
    .split(/[\r\n]/, 1)
    .join('');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
