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
        OVERVIEW: A household's media: start its services, fill them, search and watch
        over them.

        hearth up --detach                start the services on this machine
        hearth import channels.m3u        take in a playlist or a guide
        hearth home                       what to go on with, what is on, what is new
        hearth search news                find something to watch
        hearth guide                      what is on now, and next
        hearth resume                     what was begun and not finished
        hearth status                     how everything is

        Settings come from flags, HEARTH_* variables and a YAML file, in this order;
        see `hearth config`.

        Exit codes:
        0   well; parts that are missing are named
        1   a definite failure, such as "not found"
        64  wrong command line
        65  an input file is not what it should be
        66  an input file is not there
        69  a service cannot be reached
        70  something broke
        73  something else runs here already
        75  the outcome is unknown
        77  not permitted
        78  wrong configuration

        USAGE: hearth <subcommand>

        OPTIONS:
          --version               Show the version.
          -h, --help              Show help information.

        THE CLUSTER SUBCOMMANDS:
          up                      Start the household's services on this machine and
                                  keep them running.
          down                    Stop the cluster, or one service of it, cleanly.
          restart                 Stop services cleanly and start them again, one after
                                  the other.
          status                  Show how every service is, and name what is missing.
          doctor                  Look for what is wrong with this household, and say
                                  how to mend it.
          quarantine              See, take back or erase what is kept hidden because
                                  its source no longer lists it.

        WHAT GOES ON INSIDE SUBCOMMANDS:
          sys                     Look into running services: who calls, what runs,
                                  what failed.
          metrics                 Show what every service counts, as Prometheus reads
                                  it.
          chaos                   Break things on purpose, to see what becomes of it.

        WHAT THERE IS SUBCOMMANDS:
          home                    Show the home screen: what to go on with, what is on,
                                  what is new.
          discover                Find what is worth watching, in the library or not.
          import                  Take in a playlist (M3U) or a programme guide
                                  (XMLTV), plain or .gz.
          source                  Keep playlists, accounts and guides up to date.
          search                  Find movies, series, channels, and what was saved to
                                  read.
          title                   Show everything about one title.
          guide                   Show what is on, and what comes next.
          catalog                 Look around in the library: what is new, popular,
                                  alike, and beside it.
          explain                 Say why a title is what it is.
          correct                 Put right what the catalog says of titles.

        WHAT IS PLAYED SUBCOMMANDS:
          play                    Play a title as a player would, without showing it.
          resume                  Show what was begun and not finished.
          queue                   Keep what the acting profile plays next.
          history                 See and change what the acting profile has watched.
          activity                Show what is being played now.

        WHAT IS KEPT SUBCOMMANDS:
          download                Keep films and episodes for watching without the
                                  network.

        WHAT TO READ SUBCOMMANDS:
          read                    Keep links to read, watch and hear later.

        WHAT IS PLANNED SUBCOMMANDS:
          schedule                The household's own week: who watches when, what is
                                  planned, and what could be.

        WHO WATCHES SUBCOMMANDS:
          favourite, favorite     Keep favourites of the acting profile.
          profile                 Manage who watches.
          household               See and change what counts for the whole household.

        ANY METHOD SUBCOMMANDS:
          call                    Call any method: JSON in, JSON out.
          list                    List the services' methods.
          describe                Show what a method takes and answers.

        SET-UP SUBCOMMANDS:
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
                OVERVIEW: Keep favourites of the acting profile.

                USAGE: hearth favourite <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                SUBCOMMANDS:
                  add                     Make titles favourites.
                  remove                  Take titles out of the favourites.
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
