import { asObject, asObjects, asString, type JsonObject } from '../slack/payload/json.ts';
import { Blocks, Mrkdwn } from './blocks/index.ts';

/** Files, and what apps hang under a message. */
export function Attachments({ attachments }: { attachments: readonly JsonObject[] }) {
  return attachments.map((attachment, at) => {
    const file = asObject(attachment.file);
    const blocks = asObjects(attachment.blocks);
    const text = asString(attachment.text) || asString(attachment.fallback);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: attachments have no names, and never change places
      <div className="attachment" key={at}>
        {file.id ? (
          <a href={`/files/${asString(file.id)}`} download={asString(file.name)}>
            {asString(file.title) || asString(file.name)}
            <small> {Math.ceil(Number(file.size) / 1024)} KB</small>
          </a>
        ) : blocks.length > 0 ? (
          <Blocks blocks={blocks} />
        ) : (
          <Mrkdwn text={text} />
        )}
      </div>
    );
  });
}
