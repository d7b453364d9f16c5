import type { SendRequest } from '../../http/request.ts';
import type { TextFile } from '../../messaging/messaging.ts';
import { SlackRejection } from '../api/slack-rejection.ts';
import type { SlackCall } from './web.ts';

/**
 * Uploads a file to a person's direct messages in the three steps of Slack's API: get an upload URL, upload the bytes,
 * share the file. `person` is a user id. Rejects with a `SlackRejection`, `Unavailable` or `NetworkError`.
 */
export async function uploadFile(
  slack: SlackCall,
  person: string,
  { name, title, content }: TextFile,
  request: SendRequest,
): Promise<void> {
  const body = Buffer.from(content);
  const place = await slack((web) => web.files.getUploadURLExternal({ filename: name, length: body.length }));
  const { status } = await request(new URL(place.upload_url ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  if (status !== 200) throw new SlackRejection(`upload_${status}`);
  const { channel } = await slack((web) => web.conversations.open({ users: person }));
  await slack((web) =>
    web.files.completeUploadExternal({
      files: [{ id: place.file_id ?? '', title }],
      channel_id: channel?.id ?? person,
    }),
  );
}
