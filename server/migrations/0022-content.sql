-- What the broker publishes lies in files behind the files door, each part whole in one; a change writes a new file and
-- points here, so that every server process reads the same one.
create table content (
  part text primary key check (part in ('testimonials')),
  file_name text not null,
  -- Counts the changes; who read an older one starts over.
  version int not null
);
