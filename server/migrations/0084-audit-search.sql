-- The audit log by who acted, and by day.
create index audit_actor on audit (actor_id, id desc);
create index audit_at on audit using brin (at);
