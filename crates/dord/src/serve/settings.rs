use std::net::IpAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Deserialize;
use server::{BasePath, FrameAncestors, Limits, Origins, Theme};

use super::metrics_listen::MetricsListen;
use crate::bounded_reader::{self, Bounded, Limit};

/// Size limit of a settings file.
const LIMIT: Limit = Limit { bytes_max: 1 << 20, expected: "settings in TOML, such as `keep_days = 30`" };

/// Default number of days that a table is stored after its game is over.
const KEEP_DAYS: u32 = 30;

/// A hundred years. A larger number of days is refused as a mistake.
pub(crate) const DAYS_MAX: i64 = 36_500;

/// Run the game server.
///
/// Every option can also be set in the environment, such as `DORD_LISTEN`, and in a file dord.toml
/// in the current folder: options take precedence over the environment, and the environment over
/// the file.
#[derive(Debug, Default, Args)]
#[command(after_help = "Examples:\n  dord serve\n  dord serve --listen 127.0.0.1:8080\n  \
                        DORD_LIMITS_MESSAGES_PER_SECOND=50 dord serve --data-dir /var/lib/dord\n\n\
                        A dord.toml:\n  listen = \"0.0.0.0:3000\"\n  allowed_origins = [\"https://club.example\"]\n  \
                        [limits]\n  tables_per_hour = 100")]
pub(crate) struct ServeGame {
    /// Address to listen on [default: 0.0.0.0:3000].
    #[arg(long, env = "DORD_LISTEN", value_name = "ADDRESS")]
    listen: Option<String>,
    /// `PostgreSQL` database to store games in, instead of a file in the data folder.
    #[arg(long, env = "DORD_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
    /// NATS server for hints between nodes, instead of the database; several, separated by commas.
    #[arg(long, env = "DORD_NATS_URL", value_name = "URL", hide_env_values = true)]
    nats_url: Option<String>,
    /// Proxies that are trusted to report a client's address.
    #[arg(long, env = "DORD_TRUSTED_PROXIES", value_name = "ADDRESS", value_delimiter = ',')]
    trusted_proxies: Vec<IpAddr>,
    /// Origins of other pages that may connect, such as <https://club.example>; * allows all.
    #[arg(long, env = "DORD_ALLOWED_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    allowed_origins: Vec<String>,
    /// Host names of this server, such as dord.example.org; * allows any. Needed only if it is
    /// opened by such a name at a private address, without a trusted proxy.
    #[arg(long, env = "DORD_ALLOWED_HOSTS", value_name = "NAME", value_delimiter = ',')]
    allowed_hosts: Vec<String>,
    /// Pages that may embed this server in a frame: self, none, or origins such as
    /// <https://club.example> [default: self].
    #[arg(long, env = "DORD_FRAME_ANCESTORS", value_name = "ORIGIN", value_delimiter = ',')]
    frame_ancestors: Vec<String>,
    /// Path at which a reverse proxy serves Dord, such as /games/dord; links begin with it
    /// [default: none].
    #[arg(long, env = "DORD_BASE_PATH", value_name = "PATH")]
    base_path: Option<String>,
    /// Look of the page for users who have not chosen one: parlour or retro [default: parlour].
    #[arg(long, env = "DORD_THEME", value_name = "THEME")]
    theme: Option<String>,
    /// Address for metrics, main for /metrics of the main address, or off [default: 127.0.0.1:3090,
    /// if it is free].
    #[arg(long, env = "DORD_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<String>,
    /// Log filter: error, warn, info, debug, or a directive such as tables=debug [default: info].
    #[arg(long, env = "DORD_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// Number of days to store a table after its game is over; 0 for ever [default: 30].
    #[arg(long, env = "DORD_KEEP_DAYS", value_name = "DAYS", value_parser = clap::value_parser!(u32).range(..=DAYS_MAX))]
    keep_days: Option<u32>,
    /// Print no addresses and no QR code at startup.
    #[arg(long)]
    quiet: bool,
    /// Settings file.
    #[arg(long, env = "DORD_CONFIG", value_name = "FILE", default_value = "dord.toml")]
    config: PathBuf,
}

/// Settings of the server.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) listen: String,
    pub(super) database_url: Option<String>,
    pub(super) nats_url: Option<String>,
    pub(super) trusted_proxies: Vec<IpAddr>,
    pub(super) allowed_origins: Origins,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) frame_ancestors: FrameAncestors,
    pub(super) base_path: BasePath,
    pub(super) theme: Theme,
    pub(super) metrics_listen: MetricsListen,
    pub(super) log: String,
    pub(super) keep_days: u32,
    pub(super) is_quiet: bool,
    pub(super) limits: Limits,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SettingsFile {
    listen: Option<String>,
    database_url: Option<String>,
    nats_url: Option<String>,
    trusted_proxies: Vec<IpAddr>,
    allowed_origins: Vec<String>,
    allowed_hosts: Vec<String>,
    frame_ancestors: Vec<String>,
    base_path: Option<String>,
    theme: Option<String>,
    metrics_listen: Option<String>,
    log: Option<String>,
    keep_days: Option<u32>,
    limits: Limits,
}

impl ServeGame {
    /// The options from the environment alone.
    pub(crate) fn from_environment() -> ServeGame {
        #[derive(Debug, clap::Parser)]
        struct Options {
            #[command(flatten)]
            serve: ServeGame,
        }
        // Without arguments only the environment can be wrong, and clap's error names the variable.
        <Options as clap::Parser>::parse_from(["dord"]).serve
    }

    pub(super) fn settle(self) -> anyhow::Result<Settings> {
        let file = read_file(&self.config)?;
        let database_url = self.database_url.or(file.database_url);
        let nats_url = self.nats_url.or(file.nats_url);
        anyhow::ensure!(
            nats_url.is_none() || database_url.is_some(),
            "--nats-url is for several nodes on one database: give its --database-url, too"
        );
        let or_file = |mine: Vec<_>, file: Vec<_>| if mine.is_empty() { file } else { mine };
        Ok(Settings {
            listen: self.listen.or(file.listen).unwrap_or_else(|| "0.0.0.0:3000".to_owned()),
            database_url,
            nats_url,
            trusted_proxies: if self.trusted_proxies.is_empty() {
                file.trusted_proxies
            } else {
                self.trusted_proxies
            },
            frame_ancestors: frame_ancestors(&or_file(self.frame_ancestors, file.frame_ancestors))?,
            base_path: self.base_path.or(file.base_path).unwrap_or_default().parse()?,
            theme: self.theme.or(file.theme).map_or(Ok(Theme::default()), |theme| theme.parse())?,
            metrics_listen: MetricsListen::new(self.metrics_listen.or(file.metrics_listen)),
            allowed_origins: Origins::new(&or_file(self.allowed_origins, file.allowed_origins))
                .context("the allowed origins are wrong")?,
            allowed_hosts: or_file(self.allowed_hosts, file.allowed_hosts),
            log: self.log.or(file.log).unwrap_or_else(|| "info".to_owned()),
            keep_days: self.keep_days.or(file.keep_days).unwrap_or(KEEP_DAYS),
            is_quiet: self.quiet,
            limits: limits_of_environment(file.limits, |name| std::env::var(name).ok())?,
        })
    }
}

/// The database named in a settings file.
pub(crate) fn configured_database(config: &Path) -> anyhow::Result<Option<String>> {
    Ok(read_file(config)?.database_url)
}

fn frame_ancestors(sources: &[String]) -> anyhow::Result<FrameAncestors> {
    if sources.is_empty() {
        return Ok(FrameAncestors::default());
    }
    FrameAncestors::new(sources).context("the frame ancestors are wrong")
}

fn read_file(path: &Path) -> anyhow::Result<SettingsFile> {
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && path == Path::new("dord.toml") => {
            return Ok(SettingsFile::default());
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read the settings in {}", path.display()));
        }
    };
    let bytes = Bounded::new(file, bounded_reader::name_of(path), LIMIT).read_all()?;
    let text = std::str::from_utf8(&bytes).with_context(|| {
        format!("{} is not a file of settings; expected {}", bounded_reader::name_of(path), LIMIT.expected)
    })?;
    toml::from_str(text).with_context(|| format!("the settings in {} are wrong", path.display()))
}

/// Reads limits from variables such as `DORD_LIMITS_MESSAGES_PER_SECOND`.
fn limits_of_environment(
    limits: Limits,
    variable: impl Fn(&str) -> Option<String>,
) -> anyhow::Result<Limits> {
    let mut fields = serde_json::to_value(limits).context("limits are plain numbers")?;
    if let Some(fields) = fields.as_object_mut() {
        for (field, value) in fields.iter_mut() {
            let name = format!("DORD_LIMITS_{}", field.to_uppercase());
            if let Some(text) = variable(&name) {
                let number: u32 = text
                    .parse()
                    .with_context(|| format!("{name} is {text:?}: expected a number, 0 for no limit"))?;
                *value = number.into();
            }
        }
    }
    serde_json::from_value(fields).context("limits are plain numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_in_the_environment_overrides_the_file() {
        let file = Limits { messages_per_second: 5, tables_per_hour: 6, ..Limits::default() };
        let variable = |name: &str| (name == "DORD_LIMITS_MESSAGES_PER_SECOND").then(|| "50".to_owned());
        let limits = limits_of_environment(file, variable).unwrap();
        assert_eq!((limits.messages_per_second, limits.tables_per_hour), (50, 6));
    }

    #[test]
    fn tables_are_kept_for_a_month_unless_the_file_or_an_option_says_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("settings.toml");
        let kept = |file: &str, keep_days| {
            std::fs::write(&config, file).unwrap();
            ServeGame { keep_days, config: config.clone(), ..ServeGame::default() }
                .settle()
                .unwrap()
                .keep_days
        };
        assert_eq!(kept("", None), 30);
        assert_eq!(kept("keep_days = 7", None), 7);
        assert_eq!(kept("keep_days = 7", Some(0)), 0);
    }

    #[test]
    fn an_option_overrides_the_base_path_of_the_file_and_a_malformed_one_stops_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("settings.toml");
        let settled = |file: &str, option: Option<&str>| {
            std::fs::write(&config, file).unwrap();
            let base_path = option.map(str::to_owned);
            ServeGame { base_path, config: config.clone(), ..ServeGame::default() }.settle()
        };
        let path = |file, option| settled(file, option).unwrap().base_path.to_string();
        assert_eq!(path("", None), "");
        assert_eq!(path("base_path = \"/games/dord/\"", None), "/games/dord");
        assert_eq!(path("base_path = \"/games/dord\"", Some("club")), "/club");
        assert_eq!(path("base_path = \"/games/dord\"", Some("/")), "");
        for wrong in ["/a/../b", "https://club.example/dord"] {
            let error = format!("{:#}", settled("", Some(wrong)).unwrap_err());
            assert!(error.contains("is not a base path such as /games/dord"), "{error}");
        }
    }

    #[test]
    fn an_option_overrides_the_theme_of_the_file_and_an_unknown_one_stops_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("settings.toml");
        let settled = |file: &str, option: Option<&str>| {
            std::fs::write(&config, file).unwrap();
            let theme = option.map(str::to_owned);
            ServeGame { theme, config: config.clone(), ..ServeGame::default() }.settle()
        };
        let theme = |file, option| settled(file, option).unwrap().theme;
        assert_eq!(theme("", None), Theme::Parlour);
        assert_eq!(theme("theme = \"retro\"", None), Theme::Retro);
        assert_eq!(theme("theme = \"retro\"", Some("parlour")), Theme::Parlour);
        let error = settled("theme = \"neon\"", None).unwrap_err().to_string();
        assert!(error.contains("expected parlour or retro"), "{error}");
    }

    #[test]
    fn an_allowed_origin_that_no_browser_sends_stops_the_start_with_the_reason() {
        // The tests' working directory has no settings file.
        let allowed = |origin: &str| {
            let (allowed_origins, config) = (vec![origin.to_owned()], "dord.toml".into());
            ServeGame { allowed_origins, config, ..ServeGame::default() }.settle()
        };
        allowed("https://club.example").unwrap();
        allowed("*").unwrap();
        let error = format!("{:#}", allowed("https://club.example/").unwrap_err());
        assert!(error.contains("allowed origins") && error.contains("no path"), "{error}");
    }

    #[test]
    fn a_limit_that_is_not_a_number_is_named_in_the_error() {
        let error = limits_of_environment(Limits::default(), |_| Some("many".to_owned())).unwrap_err();
        assert!(error.to_string().contains("DORD_LIMITS_"), "{error}");
    }
}
