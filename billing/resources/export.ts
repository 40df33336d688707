import { link, text } from './field.ts';
import { resource } from './resource.ts';

/** A date for which export files exist. */
export const exportDate = resource('export_date', {
  date: text(10),
  export_files: link(),
});

/** A file that was exported on a date. */
export const exportFile = resource('export_file', {
  name: text(),
  md5sum: text(32),
});
