import ServiceKit
import Testing

@Suite("Help")
struct HelpTests {
    private static let commands = [
        "up", "down", "restart", "status", "import", "source", "search", "guide", "play", "resume", "queue", "history",
        "activity", "favourite", "profile", "household", "call", "list",
        "describe", "explain", "correct",
        "config", "keys", "read", "discover", "sys", "chaos", "catalog",
    ]

    private static let firstPage = """
        OVERVIEW: Run and use a household's media services: import, search, play,
        schedule and monitor.

        hearth up --detach                start the services on this machine
        hearth import channels.m3u        import a playlist or a guide
        hearth home                       continue watching, on now, new titles
        hearth search news                find something to watch
        hearth guide                      what is on now and next
        hearth resume                     titles started and not finished
        hearth status                     the health of every service

        Settings come from flags, HEARTH_* variables and a YAML file, in this order;
        see `hearth config`.

        Exit codes:
        0   success; missing parts are named
        1   a definite failure, such as "not found"
        64  wrong command line
        65  an input file is invalid
        66  an input file does not exist
        69  a service cannot be reached
        70  internal error
        73  another instance runs here already
        75  the outcome is unknown
        77  not permitted
        78  invalid configuration

        USAGE: hearth <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        CLUSTER SUBCOMMANDS:
          up                      Start the household's services on this machine and
                                  keep them running.
          down                    Stop the cluster, or one service of it, cleanly.
          restart                 Stop services cleanly and start them again, one after
                                  the other.
          status                  Show the health of every service, and name missing
                                  ones.
          doctor                  Diagnose this household, and tell how to repair it.
          quarantine              List, restore or erase data hidden because its source
                                  no longer lists it.

        LIBRARY SUBCOMMANDS:
          home                    Show the home screen: continue watching, on now, new
                                  titles.
          discover                Discover titles to watch, in the library and beyond
                                  it.
          import                  Import a playlist (M3U) or a programme guide (XMLTV),
                                  plain or .gz.
          source                  Keep playlists, accounts and guides up to date.
          search                  Search movies, series, channels and the reading list.
          title                   Show everything about one title.
          guide                   Show the programme guide: what is on now and next.
          catalog                 Browse the library: new, popular and similar titles,
                                  neighbouring channels.
          explain                 Explain how the catalog identified and rated a title.
          correct                 Correct the catalog's data of titles.

        PLAYBACK SUBCOMMANDS:
          play                    Simulate a player: report progress without rendering
                                  the title.
          resume                  Show titles started and not finished.
          queue                   Manage the acting profile's play queue.
          history                 List and change the acting profile's watch history.
          activity                Show the sessions that play now.

        DOWNLOADS SUBCOMMANDS:
          download                Download films and episodes for offline playback.

        READING SUBCOMMANDS:
          read                    Save links to read, watch or listen to later.

        SCHEDULE SUBCOMMANDS:
          schedule                Schedule the household's week: viewing windows,
                                  booked and generated slots.

        PROFILES SUBCOMMANDS:
          favourite, favorite     Manage the acting profile's favourites.
          profile                 Manage profiles.
          household               Show and change the household's settings.

        DIAGNOSTICS SUBCOMMANDS:
          sys                     Inspect running services: peers, calls in flight,
                                  failures.
          metrics                 Show the metrics of every service in the Prometheus
                                  format.
          chaos                   Inject faults and check that the household's
                                  guarantees hold.
          call                    Call any method: JSON in, JSON out.
          list                    List the services' methods.
          describe                Show a method's request and response.

        SETUP SUBCOMMANDS:
          config                  Show every setting and where its value comes from.
          keys                    Manage the keys that sign tokens, and those for other
                                  machines.

          See 'hearth help <subcommand>' for detailed help.

        """

    @Test("the first page")
    func root() async throws {
        let outcome = try await GatewayHarness(up: []).run("--help")
        #expect(outcome.status == .success)
        #expect(outcome.err == "")
        #expect(outcome.out == Self.firstPage)
    }

    @Test("a command with commands of its own")
    func favourite() async throws {
        let outcome = try await GatewayHarness(up: []).run(list: ["favourite", "--help"])
        #expect(
            outcome.out == """
                OVERVIEW: Manage the acting profile's favourites.

                USAGE: hearth favourite <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                SUBCOMMANDS:
                  add                     Add titles to the favourites.
                  remove                  Remove titles from the favourites.
                  list (default)          List the favourites.

                  See 'hearth help favourite <subcommand>' for detailed help.

                """)
    }

    @Test("every command has help that says what it does and fits 80 columns", arguments: commands)
    func everyCommand(name: String) async throws {
        let outcome = try await GatewayHarness(up: []).run(list: ["help", name])
        #expect(outcome.status == .success)
        #expect(outcome.out.hasPrefix("OVERVIEW: "))
        #expect(outcome.out.contains("USAGE: hearth \(name)"))
        let usage = outcome.out.split(separator: "\n").filter { !$0.hasPrefix("USAGE:") && $0.count > 80 }
        #expect(usage.isEmpty)
    }

    @Test(
        "commands of commands fit, too",
        arguments: [
            ["catalog", "summary"], ["catalog", "franchise"], ["catalog", "intro"], ["catalog", "skippable"],
            ["catalog", "subscriptions"], ["catalog", "report"],
            ["guide", "now"], ["guide", "grid"], ["guide", "show"], ["guide", "catchup"],
            ["guide", "channels"],
        ])
    func nested(names: [String]) async throws {
        let outcome = try await GatewayHarness(up: []).run(list: ["help"] + names)
        #expect(outcome.out.hasPrefix("OVERVIEW: "))
        #expect(outcome.out.contains("USAGE: hearth \(names.joined(separator: " "))"))
        #expect(outcome.out.split(separator: "\n").filter { !$0.hasPrefix("USAGE:") && $0.count > 80 }.isEmpty)
    }

    @Test("the version")
    func version() async throws {
        #expect(try await GatewayHarness(up: []).run("--version").out == "\(HearthVersion.current)\n")
    }
}
