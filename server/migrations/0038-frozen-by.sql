-- Lifting a freeze that another operator set needs a second administrator. Null: frozen before this was recorded.
alter table client add column frozen_by uuid references operator (id);
