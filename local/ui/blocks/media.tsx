import { asObject, asString, type JsonObject } from '../../slack/payload/json.ts';
import { ImageIcon, PlayIcon } from './parts/icons.tsx';
import { OutLink } from './parts/slack-link.tsx';
import { PlainText } from './parts/text-object.tsx';

/** Only what the page's policy lets load: the page's own images, and those that are in the address itself. */
function mayLoad(url: string): boolean {
  if (url.startsWith('data:image/')) return true;
  return URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
}

const urlOf = (image: JsonObject): string =>
  asString(image.image_url) || asString(asObject(image.slack_file).url);

/** An image, or its description in a frame when it is on another host. */
export function Picture({
  image,
  size,
}: {
  image: JsonObject;
  size: 'full' | 'accessory' | 'small' | 'hero';
}) {
  const url = urlOf(image);
  const alt = asString(image.alt_text);
  if (url !== '' && mayLoad(url)) return <img className={`bk-image bk-image-${size}`} src={url} alt={alt} />;
  return (
    <span className={`bk-frame bk-frame-${size}`} role="img" aria-label={alt} title={alt}>
      <ImageIcon />
      <span dir="auto">{alt}</span>
    </span>
  );
}

export function Image({ block }: { block: JsonObject }) {
  const url = urlOf(block);
  return (
    <figure className="bk-figure">
      {block.title !== undefined && (
        <figcaption dir="auto">
          <OutLink url={url}>
            <PlainText of={block.title} />
          </OutLink>
        </figcaption>
      )}
      <Picture image={block} size="full" />
    </figure>
  );
}

/** A video as a card that leads to it: none plays here. */
export function Video({ block }: { block: JsonObject }) {
  const thumbnail = {
    type: 'image',
    image_url: asString(block.thumbnail_url),
    alt_text: asString(block.alt_text),
  };
  const from = [block.provider_name, block.author_name].map(asString).filter(Boolean).join(' · ');
  return (
    <article className="bk-card bk-video">
      {from && <p className="bk-card-subtitle">{from}</p>}
      <p className="bk-card-title" dir="auto">
        <OutLink url={asString(block.title_url) || asString(block.video_url)}>
          <PlainText of={block.title} />
        </OutLink>
      </p>
      {block.description !== undefined && (
        <p className="bk-text" dir="auto">
          <PlainText of={block.description} />
        </p>
      )}
      <Picture image={thumbnail} size="hero" />
      <OutLink url={asString(block.video_url)} className="bk-button">
        <PlayIcon /> Watch
      </OutLink>
    </article>
  );
}
