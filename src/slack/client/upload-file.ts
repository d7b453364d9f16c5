import type { SendRequest } from '../../http/request.ts';
import type { Message, PictureFile, TextFile } from '../../messaging/messaging.ts';
import { SlackRejection } from '../api/slack-rejection.ts';
import type { SlackCall } from './web.ts';

/**
 * Uploads a file to a person's direct messages in the three steps of Slack's API: get an upload URL, upload the bytes,
 * share the file. `person` is a user id. Rejects with a `SlackRejection` or `Unavailable`, and as `request` does.
 */
export async function uploadFile(
  slack: SlackCall,
  person: string,
  { name, title, content }: TextFile,
  request: SendRequest,
): Promise<void> {
  const id = await uploadBytes(slack, { filename: name }, Buffer.from(content), request);
  const { channel } = await slack((web) => web.conversations.open({ users: person }));
  await slack((web) =>
    web.files.completeUploadExternal({ files: [{ id, title }], channel_id: channel?.id ?? person }),
  );
}

/**
 * Uploads a picture and shares it in the thread of a message: Slack shows a file that is shared nowhere as "file not found" after an edit
 * (https://github.com/slackapi/bolt-python/issues/1295). Resolves to its id. Rejects like `uploadFile`. Slack refuses messages with
 * the picture until it has processed the file (https://github.com/slackapi/java-slack-sdk/issues/1349); passing the file type shortens
 * that.
 */
export async function uploadPicture(
  slack: SlackCall,
  { name, title, words, content }: PictureFile,
  { channel, thread, ts }: Message,
  request: SendRequest,
): Promise<string> {
  const altText = words.slice(0, maxAltText);
  const id = await uploadBytes(slack, { filename: name, alt_txt: altText }, Buffer.from(content), request);
  await slack((web) =>
    web.files.completeUploadExternal({
      files: [{ id, title, highlight_type: 'png' }],
      channel_id: channel,
      thread_ts: thread ?? ts,
    }),
  );
  return id;
}

/** Maximum length of a file's alternative text, in characters (files.getUploadURLExternal). */
const maxAltText = 1000;

/** Uploads bytes. Resolves to the file's id, whose upload is still incomplete. The types of Slack's client misspell `alt_txt`. */
async function uploadBytes(
  slack: SlackCall,
  file: { readonly filename: string; readonly alt_txt?: string },
  body: Buffer,
  request: SendRequest,
): Promise<string> {
  const place = await slack((web) => web.files.getUploadURLExternal({ ...file, length: body.length }));
  const { status } = await request(new URL(place.upload_url ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  if (status !== 200) throw new SlackRejection(`upload_${status}`);
  return place.file_id ?? '';
}
