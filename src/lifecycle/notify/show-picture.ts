import { errorName } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import { hashOfPicture, isUploaded, lacksPicture, pictureOf } from '../../change/model/picture.ts';
import { messagesWith } from '../../change/model/posted-message.ts';
import { markPictureShown, storePicture } from '../../change/transitions/pictures.ts';
import { isRateLimited } from '../../core/unavailable.ts';
import { pictureInWords } from '../../picture/picture-in-words.ts';
import type { PathPicture } from '../../picture/traffic-path.ts';
import type { PictureDependencies } from './lifecycle-dependencies.ts';

/**
 * Renders and uploads the picture of an open request, or adds an uploaded one to its messages. These are separate steps, since
 * Slack can't show a file right after its upload. Resolves to the request if its messages have to be edited now. Without a
 * picture, the messages stay as they are. Rejects if the table does not answer.
 */
export async function showPicture(change: Change, deps: PictureDependencies): Promise<Change | undefined> {
  const picture = pictureOf(change);
  if (!picture || !lacksPicture(change)) return undefined;
  const of = hashOfPicture(picture);
  if (!isUploaded(change)) {
    const file = await uploaded(picture, change, deps);
    if (file !== 'later') await deps.changes.change(change.id, (current) => storePicture(current, of, file));
    return undefined;
  }
  const shown = await deps.changes.change(change.id, (current) => markPictureShown(current, of));
  return 'change' in shown ? shown.change : undefined;
}

/**
 * Uploads a picture into the thread of the card. Resolves to Slack's id of the file; undefined if it could not be rendered or uploaded,
 * "later" before the card is posted and after a rate limit.
 */
async function uploaded(
  picture: PathPicture,
  change: Change,
  { drawPicture, messenger, log }: PictureDependencies,
): Promise<string | undefined> {
  const [card] = messagesWith('card', change);
  if (!card) return 'later';
  try {
    const content = await drawPicture(picture);
    const title = `What ${picture.name} opens`;
    return await messenger.upload({ name: 'path.png', title, words: pictureInWords(picture), content }, card);
  } catch (error) {
    log('picture not drawn', { change: change.id, error: errorName(error) });
    return isRateLimited(error) ? 'later' : undefined;
  }
}
