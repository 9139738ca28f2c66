-- The state in which a client lives, as the two digits that GST gives it; null until an operator records it.
alter table client add column gst_state text;
