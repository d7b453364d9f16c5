import { asObjects, asString } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { sampleApp } from '../workspace/sample-workspace.ts';
import type { Method } from './method.ts';

export const files: Record<string, Method> = {
  'files.getUploadURLExternal': (args, local) => {
    const name = args.required('filename');
    const length = args.number('length', 0);
    if (length <= 0) throw new SlackFailure('invalid_arguments', ['missing required field: length']);
    const file = local.files.reserve(name, length);
    return { upload_url: `${local.url()}/files/upload/${file.id}`, file_id: file.id };
  },
  'files.completeUploadExternal': (args, local) => {
    const wanted = asObjects(args.json('files'));
    if (wanted.length === 0) throw new SlackFailure('invalid_arguments', ['missing required field: files']);
    const channel = args.text('channel_id') ?? args.text('channels');
    const done = wanted.map(({ id, title }) =>
      local.files.complete(asString(id), asString(title) || undefined),
    );
    const list = done.map(({ id, name, title, size }) => ({
      id,
      name,
      title,
      size,
      mode: 'hosted',
      user: sampleApp.userId,
      url_private: `${local.url()}/files/${id}`,
    }));
    if (channel) {
      const place = local.workspace.channel(channel);
      if (!place?.members.includes(sampleApp.userId)) throw new SlackFailure('channel_not_found');
      const threadTs = args.text('thread_ts');
      local.workspace.post({
        channel: place.id,
        user: sampleApp.userId,
        text: args.text('initial_comment') ?? '',
        files: list,
        ...(threadTs && { threadTs }),
      });
      for (const { id } of done) local.files.share(id);
    }
    return { files: list };
  },
};
