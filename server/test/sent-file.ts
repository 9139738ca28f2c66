/** In SQL: the part of a `with` that stores an empty file, whose hash is `sha256('')`. */
export const emptyFile = `empty_file as (insert into sent_file (sha256, content) values (sha256(''), '') on conflict do nothing)`
