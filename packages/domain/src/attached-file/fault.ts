/**
 * Why a file cannot be attached. `double`: beside what it shows it is something else too, such as a page or an archive;
 * `acts`: a document that runs scripts, starts programs or carries other files.
 */
export type FileFault = 'empty' | 'not_allowed' | 'damaged' | 'cut_short' | 'more_behind' | 'double' | 'acts';
