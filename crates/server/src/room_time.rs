//! The room's time: its zone, and the hour at which its gaming day begins. It is kept in the record,
//! so that server, slips, reports and command line have one and the same, and backups, too (O-12).

use jiff::civil;
use jiff::tz::TimeZone;
use store::{People, SecurityLine, StoreError};
use table::Time;

use crate::settings::Settings;

/// The name under which the record keeps it.
const SETTING: &str = "room.time";

/// The time on the room's wall.
#[derive(Clone, Debug)]
pub struct RoomTime {
    /// The time zone.
    pub zone: TimeZone,
    /// When the gaming day starts.
    pub day_start: civil::Time,
}

/// A zone is its name: however it was found, it is the same one.
impl PartialEq for RoomTime {
    fn eq(&self, other: &RoomTime) -> bool {
        (self.zone_name(), self.day_start) == (other.zone_name(), other.day_start)
    }
}

impl Eq for RoomTime {}

impl Default for RoomTime {
    fn default() -> RoomTime {
        RoomTime { zone: TimeZone::UTC, day_start: civil::time(6, 0, 0, 0) }
    }
}

impl RoomTime {
    /// The zone's name.
    pub fn zone_name(&self) -> &str {
        self.zone.iana_name().unwrap_or("UTC")
    }

    /// The gaming day of a moment as `yyyymmdd`: before the day's start it is still
    /// yesterday's.
    pub fn gaming_day(&self, at: Time) -> u32 {
        let local = self.at(at).datetime();
        let early = local.time() < self.day_start;
        let date =
            if early { local.date().yesterday().unwrap_or(local.date()) } else { local.date() };
        let [year, month, day] =
            [i64::from(date.year()), i64::from(date.month()), i64::from(date.day())];
        u32::try_from(year * 10_000 + month * 100 + day).unwrap_or(0)
    }

    /// A moment as the clock on the room's wall shows it.
    pub fn local_time(&self, at: Time) -> String {
        self.at(at).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
    }

    /// The same to the minute.
    pub fn local_minute(&self, at: Time) -> String {
        self.at(at).strftime("%Y-%m-%d %H:%M %Z").to_string()
    }

    fn at(&self, at: Time) -> jiff::Zoned {
        let millisecond = i64::try_from(at.0).unwrap_or(i64::MAX);
        let stamp = jiff::Timestamp::from_millisecond(millisecond).unwrap_or(jiff::Timestamp::MAX);
        stamp.to_zoned(self.zone.clone())
    }

    /// When a gaming day (as `yyyymmdd`) begins, or one so many days later; nothing if
    /// there is no such day.
    pub fn day_begins(&self, day: u64, days_later: i64) -> Option<Time> {
        let part = |divisor: u64, modulus: u64| i16::try_from(day / divisor % modulus).ok();
        let (year, month, of_month) = (part(10_000, 100_000)?, part(100, 100)?, part(1, 100)?);
        let month = i8::try_from(month).ok()?;
        let date = civil::Date::new(year, month, i8::try_from(of_month).ok()?).ok()?;
        let date = date.checked_add(jiff::Span::new().days(days_later)).ok()?;
        let begins = date.to_datetime(self.day_start).to_zoned(self.zone.clone()).ok()?;
        u64::try_from(begins.timestamp().as_millisecond()).ok().map(Time)
    }

    /// The time that the record keeps; nothing before the first start.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn kept(people: &dyn People) -> Result<Option<RoomTime>, StoreError> {
        Ok(people.setting(SETTING).await?.as_deref().and_then(RoomTime::read))
    }

    fn read(text: &str) -> Option<RoomTime> {
        let (zone, day_start) = text.split_once(' ')?;
        let zone = TimeZone::get(zone).ok()?;
        Some(RoomTime { zone, day_start: civil::Time::strptime("%H:%M", day_start).ok()? })
    }
}

impl std::fmt::Display for RoomTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.zone_name(), self.day_start.strftime("%H:%M"))
    }
}

impl Settings {
    /// The room's time for whoever works beside a server: what the record keeps.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn take_kept_room(&mut self, people: &dyn People) -> Result<(), StoreError> {
        if let Some(kept) = RoomTime::kept(people).await? {
            self.room = kept;
        }
        Ok(())
    }

    /// The room's time for a server that starts: what was said to it, for the rest what the record
    /// keeps. It is written there, and the security log has what was before.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub async fn keep_room(&mut self, people: &dyn People, now: Time) -> Result<(), StoreError> {
        let kept = RoomTime::kept(people).await?;
        if let Some(kept) = &kept {
            if !self.room_said.zone {
                self.room.zone = kept.zone.clone();
            }
            if !self.room_said.day_start {
                self.room.day_start = kept.day_start;
            }
        }
        if kept.as_ref() == Some(&self.room) {
            return Ok(());
        }
        people.set_setting(SETTING, &self.room.to_string()).await?;
        let before = kept.map(|kept| format!(", before {kept}")).unwrap_or_default();
        let (what, detail) = ("room.time".to_owned(), format!("{}{before}", self.room));
        people.log(SecurityLine { at: now, account: None, what, detail }).await
    }
}

/// What of the room's time was said to this process, on the command line or in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoomSaid {
    pub(crate) zone: bool,
    pub(crate) day_start: bool,
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use store::{DataDir, Options, Store};

    use super::*;
    use crate::settings::Said;

    fn said(zone: Option<&str>, day_start: Option<&str>) -> Settings {
        let said = Said {
            time_zone: zone.map(str::to_owned),
            gaming_day_start: day_start.map(str::to_owned),
            ..Said::default()
        };
        Settings::resolve(Path::new("/nowhere"), &said).unwrap()
    }

    #[test]
    fn o_12_the_gaming_day_starts_in_the_morning_of_the_room() {
        let room = said(Some("America/New_York"), Some("06:00")).room;
        // 2026-11-16 10:59 and 11:00 in UTC are 5:59 and 6:00 in New York.
        assert_eq!(room.gaming_day(Time(1_794_826_740_000)), 20_261_115);
        assert_eq!(room.gaming_day(Time(1_794_826_800_000)), 20_261_116);
        assert_eq!(room.day_begins(20_261_116, 0), Some(Time(1_794_826_800_000)));
        assert_eq!(room.local_time(Time(1_794_826_800_000)), "2026-11-16 06:00:00 EST");
        assert_eq!(RoomTime::read(&room.to_string()), Some(room));
        assert_eq!(RoomTime::read(&RoomTime::default().to_string()), Some(RoomTime::default()));
    }

    /// O-12: what was said once holds at the next start and for everybody beside the server; a
    /// change is noted with what was before.
    #[tokio::test]
    async fn o_12_the_record_keeps_the_rooms_time() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&DataDir::new(folder.path()), Options::SERVE).await.unwrap();
        let people: Arc<dyn People> = Arc::new(store);
        let mut first = said(Some("America/Los_Angeles"), Some("05:30"));
        first.keep_room(&*people, Time(1)).await.unwrap();
        let mut beside = Settings::new("/nowhere");
        beside.take_kept_room(&*people).await.unwrap();
        assert_eq!(beside.room, first.room);
        // Nothing said: as it was. One half said: the other as it was.
        let mut again = said(None, None);
        again.keep_room(&*people, Time(2)).await.unwrap();
        assert_eq!(again.room, first.room);
        let mut moved = said(None, Some("04:00"));
        moved.keep_room(&*people, Time(3)).await.unwrap();
        assert_eq!(moved.room.to_string(), "America/Los_Angeles 04:00");
        let log = people.security_log(10).await.unwrap();
        let told: Vec<&str> = log.iter().map(|row| row.line.detail.as_str()).collect();
        let before = "America/Los_Angeles 04:00, before America/Los_Angeles 05:30";
        assert_eq!(told, [before, "America/Los_Angeles 05:30"]);
    }
}
