-- Equity and Currency are active from verification on. Clients verified earlier get them too, whatever they requested before.
update setting_request s set value = s.value || '{"equity": true, "currency": true}'
  from client c
 where c.id = s.client_id and c.kyc_status = 'VERIFIED' and s.kind = 'segment' and s.status in ('requested', 'in_force');
