-- When counting began: attempts at an account are counted for a day, however many follow. The previous version leaves it null.
alter table identity.attempts add column began_at timestamptz;
