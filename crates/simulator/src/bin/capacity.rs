//! Computes the load and the latencies of clusters: `capacity`, or `capacity --players 500000
//! --nodes 6`.

use clap::Parser;
use simulator::capacity::{Borne, Costs, Micros, Plan, Waits, bear};

const SECOND: Micros = 1_000_000;

/// Measured costs; see `docs/scaling.md`.
const MEASURED: Costs = Costs {
    move_at_home: 510,
    move_elsewhere: 420,
    commit: 750,
    flush: 300,
    look: 20,
    return_at_node: 720,
    return_at_database: 950,
    way: 50,
};

/// Computes how a cluster copes with its players, before and after one of its nodes dies. Without
/// `--players`, computes the sizes of `docs/scaling.md`.
#[derive(Parser)]
struct Arguments {
    /// Number of concurrent players, two at a table.
    #[arg(long)]
    players: Option<u64>,
    /// Seconds between two moves of a player.
    #[arg(long, default_value_t = 40.0)]
    move_every: f64,
    /// Percentage of tables whose players are at two nodes.
    #[arg(long, default_value_t = 50)]
    apart: u64,
    /// Number of nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Processors per node.
    #[arg(long, default_value_t = 4)]
    node_processors: usize,
    /// Number of databases, among which tables are divided.
    #[arg(long, default_value_t = 1)]
    databases: usize,
    /// Processors per database.
    #[arg(long, default_value_t = 8)]
    database_processors: usize,
    /// Seconds measured before the death of a node, and again after it.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// The sizes in `docs/scaling.md`: players, nodes, their processors, databases, their processors.
const SIZES: [(u64, usize, usize, usize, usize); 4] =
    [(1_000, 1, 1, 1, 1), (100_000, 3, 4, 1, 8), (1_000_000, 8, 8, 4, 16), (10_000_000, 50, 8, 32, 16)];

fn main() {
    let arguments = Arguments::parse();
    let sizes = match arguments.players {
        Some(players) => vec![(
            players,
            arguments.nodes,
            arguments.node_processors,
            arguments.databases,
            arguments.database_processors,
        )],
        None => SIZES.to_vec(),
    };
    for (players, nodes, node_processors, databases, database_processors) in sizes {
        let plan = Plan {
            players,
            move_every: (arguments.move_every * SECOND as f64) as Micros,
            apart_percent: arguments.apart,
            nodes,
            node_processors,
            databases,
            database_processors,
            watched: arguments.seconds * SECOND,
            costs: MEASURED,
        };
        let borne = bear(plan, arguments.seed);
        if arguments.json {
            println!("{}", as_json(&plan, &borne));
        } else {
            print(&plan, &borne);
        }
    }
}

fn print(plan: &Plan, borne: &Borne) {
    let Plan { players, nodes, node_processors, databases, database_processors, .. } = plan;
    println!(
        "{players} players, {nodes} nodes with {node_processors} processors, {databases} databases with {database_processors}"
    );
    let percent = |thousandths: u64| format!("{}.{} %", thousandths / 10, thousandths % 10);
    println!("  used: nodes {}, databases {}", percent(borne.nodes_used), percent(borne.databases_used));
    let waits = |name: &str, waits: &Waits| {
        let ms = |micros: Micros| micros as f64 / 1_000.0;
        let Waits { p50, p99, max, moves } = *waits;
        println!("  {name}: {:.1} ms, p99 {:.1} ms, longest {:.1} ms ({moves})", ms(p50), ms(p99), ms(max));
    };
    waits("a move", &borne.calm);
    if *nodes > 1 {
        waits("a move after a node died", &borne.after_death);
        waits("back after a node died", &borne.returns);
    }
}

fn as_json(plan: &Plan, borne: &Borne) -> serde_json::Value {
    let waits = |waits: &Waits| serde_json::json!({"p50Micros": waits.p50, "p99Micros": waits.p99, "maxMicros": waits.max, "count": waits.moves});
    serde_json::json!({
        "players": plan.players,
        "nodes": plan.nodes,
        "databases": plan.databases,
        "nodesUsedThousandths": borne.nodes_used,
        "databasesUsedThousandths": borne.databases_used,
        "calm": waits(&borne.calm),
        "afterDeath": waits(&borne.after_death),
        "returns": waits(&borne.returns),
    })
}
