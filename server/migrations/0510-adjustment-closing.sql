create trigger adjustment_not_closing before insert on adjustment for each row execute function refuse_while_closing();
