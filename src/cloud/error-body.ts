import * as z from 'zod/mini';
import type { Problem } from './model/cloud-error.ts';

const maxProblems = 10;
const maxLength = 300;

const texts = z.union([
  z.pipe(
    z.string(),
    z.transform((text) => [text]),
  ),
  z.array(z.string()),
]);
const said = z.object({
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  modelState: z.catch(z.optional(z.record(z.string(), texts)), undefined),
  validationMessages: z.catch(z.optional(texts), undefined),
});

/**
 * Extracts problems from any shape of error body (docs/cloud-api.md, Errors). Reads only messages for callers, never
 * exceptionMessage, exceptionType, stackTrace or HTML. Returns at most 10 problems: field and message are one line of at most 300
 * characters each, since they are stored with the change.
 * Removes `secrets`, in case the service echoes them.
 */
export function problemsIn(body: unknown, secrets: readonly string[] = []): Problem[] {
  const safe = (text: string): string =>
    secrets.filter(Boolean).reduce((left, secret) => left.replaceAll(secret, '…'), text);
  return sentencesIn(body)
    .filter(({ message }) => message !== '')
    .slice(0, maxProblems)
    .map(({ field, message }) => ({ field: oneLine(safe(field)), message: oneLine(safe(message)) }));
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
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
