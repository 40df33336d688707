import { credential, link, maybe, omittedWhenAbsent, text, time } from './field.ts';
import { resource } from './resource.ts';

/** A date for which export files exist. */
export const exportDate = resource('export_date', {
  date: text(10),
  export_files: link(),
});

/** A file that was exported on a date. A list has names and digests, a file by itself its address. */
export const exportFile = resource('export_file', {
  name: omittedWhenAbsent(maybe(text())),
  md5sum: omittedWhenAbsent(maybe(text(32))),
  expires_at: omittedWhenAbsent(maybe(time())),
  download_url: credential(omittedWhenAbsent(maybe(text()))),
});
