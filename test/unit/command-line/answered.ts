import { asObject } from '../../../local/slack/payload/json.ts';
import { renderMessage } from '../../../local/terminal/render-message.ts';
import { answerTo, parseCommand } from '../../../src/command-line/parse-command.ts';
import { draw } from '../../../src/slack/render/draw.ts';

const page = { width: 4000, colours: false, zone: 'UTC', now: 0, nameOf: String };

/** The message that answers a line at once, and its lines as a person reads them. */
export function answered(line: string) {
  const parsed = parseCommand(line);
  if (parsed.kind === 'prepared') throw new Error('It would go on');
  const message = asObject(JSON.parse(JSON.stringify(draw(answerTo(parsed), '/cloud'))));
  const lines = renderMessage(message, page)
    .split('\n')
    .map((part) => part.trim().replace(/ {2,}/g, ' · '));
  return { parsed, message, lines };
}
