import { useEffect, useState } from 'react';
import type { Media } from '../conversation/model';
import { compact } from '../format/numbers';
import { LARGEST_MEDIA, bytesOf, isPicture, sizeOf, typeOf } from './media-bytes';
import styles from './media-view.module.css';

/** File: a picture is shown, any other file can be saved. A file at a URL is named and never loaded. */
export function MediaView({ media }: { readonly media: Media }) {
  const { data, address, name } = media;
  const type = typeOf(media);
  if (data === undefined) {
    return (
      <p className={`${styles.note} secondary`}>
        Remote {media.type?.startsWith('image') === true ? 'image' : 'file'} (not loaded):{' '}
        <code className="mono">
          <bdi>{(address ?? '').slice(0, 500)}</bdi>
        </code>
      </p>
    );
  }
  const size = `${compact(Math.ceil(sizeOf(data) / 1024))} kB`;
  if (sizeOf(data) > LARGEST_MEDIA)
    return <p className={`${styles.note} secondary`}>{`${type}, ${size}: too large to be shown.`}</p>;
  return <Shown key={data.length} data={data} type={type} label={`${name ?? type}, ${size}`} name={name} />;
}

/** Delay in milliseconds before a removed picture's bytes are released: the browser may still read them, and would report an error. */
const STILL_READ_MS = 10_000;

interface ShownProps {
  readonly data: string;
  readonly type: string;
  readonly label: string;
  readonly name: string | undefined;
}

function Shown({ data, type, label, name }: ShownProps) {
  const [url, setUrl] = useState<string>();
  const [isLarge, setIsLarge] = useState(false);
  useEffect(() => {
    const bytes = bytesOf(data);
    if (bytes === undefined) return undefined;
    // The generic type prevents the browser from opening a saved file as a page of this origin.
    const made = URL.createObjectURL(new Blob([bytes], { type: isPicture(type) ? type : 'application/octet-stream' }));
    setUrl(made);
    return () => {
      setTimeout(() => URL.revokeObjectURL(made), STILL_READ_MS);
    };
  }, [data, type]);
  if (url === undefined) return <p className={`${styles.note} secondary`}>{label}: its bytes cannot be read.</p>;
  return (
    <figure>
      {isPicture(type) && (
        <button
          type="button"
          className={styles.picture}
          aria-pressed={isLarge}
          aria-label={isLarge ? 'Show the image small' : 'Show the image in full'}
          onClick={() => setIsLarge(!isLarge)}
        >
          <img src={url} alt="" data-large={isLarge} />
        </button>
      )}
      <figcaption className={`${styles.note} secondary`}>
        <bdi>{label}</bdi>{' '}
        <a href={url} download={fileName(name, type)}>
          Save
        </a>
      </figcaption>
    </figure>
  );
}

/** Returns a safe file name: letters and digits of the sent name, otherwise `file` with an extension by type. */
function fileName(name: string | undefined, type: string): string {
  const plain = (name ?? '').replace(/[^\w.-]/g, '_').slice(0, 80);
  return plain === '' ? `file.${(type.split('/')[1] ?? 'bin').split(/\W/, 1)[0] ?? ''}` : plain;
}
