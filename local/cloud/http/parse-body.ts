import { HttpError, invalid } from './reply.ts';

/**
 * Parses a body like the service: as JSON first, regardless of the content type; as a form if that is its content type and the
 * text is no object; and as JSON with single quotes, which published scripts send
 * (docs/cloud-api.md, Requests of other clients).
 * @throws HttpError with 400 if it is none of these
 */
export function parseBody(text: string, contentType: string | undefined): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const isForm = /x-www-form-urlencoded/i.test(contentType ?? '') && !/^[{[]/.test(trimmed);
  if (isForm) return parseForm(trimmed);
  try {
    return JSON.parse(trimmed);
  } catch {
    return parseSingleQuoted(trimmed);
  }
}

function parseForm(text: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  const form = new URLSearchParams(text);
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    const [first = ''] = values;
    fields[name] = values.length === 1 ? first : values;
  }
  return fields;
}

function parseSingleQuoted(text: string): unknown {
  const quoted = text.replace(/'((?:[^'\\]|\\.)*)'/g, (_, inner: string) => JSON.stringify(inner));
  try {
    return JSON.parse(quoted);
  } catch {
    throw new HttpError(invalid({ '': ['The body is not valid JSON.'] }));
  }
}
