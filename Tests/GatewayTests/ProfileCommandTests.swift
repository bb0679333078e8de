import RPC
import ServiceKit
import Testing

struct ProfileCommandTests {
    @Test
    func `profiles are listed with the acting one marked`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("profile", "list")
        #expect(
            outcome.out == """
                   NAME  KIND   MEMBER  ADULT TITLES  ID
                *  Olga  adult  yes     shown         p-owner
                   Kids  kids           hidden        p-kids
                2 of at most 10

                """)
        #expect(await bench.run("profile").out == outcome.out)
        let json = try await bench.run("profile", "list", "--json").json()
        #expect((json["profiles"] as? [Any])?.count == 2)
    }

    @Test
    func `profiles are made, renamed and deleted by name`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("profile", "create", "Kim", "--kids").out == "Kim is here, with id p-2.\n")
        #expect(await bench.run("profile", "rename", "kim", "Kimberley").out == "kim is Kimberley now.\n")
        #expect(await bench.run("profile", "delete", "Kimberley", "--yes").out == "Kimberley is deleted.\n")
        let gone = await bench.run("profile", "delete", "Kimberley", "--yes")
        #expect(gone.status == .failure)
        #expect(gone.err.contains("(unknownProfile)"))
        #expect(await bench.run("profile", "rename", "Olgo", "X").err.contains("Did you mean \"Olga\"?"))
    }

    @Test
    func `adult titles are hidden and shown by name or from all, and the tokens at hand count no more`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("profile", "create", "Grandma")
        let sessions = bench.profiles.sessions
        let hidden = await bench.run("profile", "hide-adult", "grandma")
        #expect(
            hidden.out == """
                Adult titles are hidden from Grandma.
                Adult titles are shown to Olga.
                All devices follow at once: they sign in again.

                """)
        #expect(await bench.run("profile", "hide-adult").out.hasPrefix("Adult titles are hidden from Olga, Grandma.\n"))
        // After each change the next command signs in again.
        #expect(bench.profiles.sessions == sessions + 1)
        let json = try await bench.run("profile", "show-adult", "p-owner", "--json").json()
        let profiles = try #require(json["profiles"] as? [[String: Any]])
        #expect(profiles.map { $0["hidesAdult"] as? Bool } == [nil, nil, true])
        #expect(await bench.run("profile", "hide-adult", "stranger").err.contains("(unknownProfile)"))
    }

    @Test
    func `the household is shown, and told where it is`() async throws {
        let bench = try GatewayHarness()
        #expect(
            await bench.run("household").out == """
                SETTING                             VALUE
                name                                Home
                time zone                           UTC
                region                              not said; --region DE says it
                kids see titles without a rating    yes
                kids see channels without a rating  no
                language                            not said; --language de says it
                first day of the week               mon
                a match takes                       any two profiles
                history is kept                     for good
                home rows                           in the usual order
                all streams in use                  the title is not played
                PIN                                 none

                """)
        #expect(await bench.run("household", "--region", "de", "--name", "The Mill").out.contains("  DE\n"))
        let json = try await bench.run("household", "--json").json()
        #expect(json["region"] as? String == "DE" && json["name"] as? String == "The Mill")
        let none = try await bench.run("household", "--no-region", "--json").json()
        #expect(none["region"] == nil)
        #expect(await bench.run("household", "--region", "DE", "--no-region").status == .usage)
        let shared = await bench.run(
            "household", "--language", "pt-BR", "--first-day", "Sun", "--match-rule", "all", "--history-days", "365",
            "--home-rows", "favourites,new", "--slot-rule", "end-oldest")
        #expect(shared.out.contains("the oldest session ends\n"))
        #expect(await bench.run("household", "--slot-rule", "never").err.contains("--slot-rule must be refuse"))
        for words in ["pt-BR\n", "sun\n", "all profiles that swipe\n", "365 days\n", "favourites, new\n"] {
            #expect(shared.out.contains(words))
        }
        let removed = await bench.run(
            "household", "--language", "none", "--history-days", "0", "--home-rows", "none")
        #expect(removed.out.contains("not said; --language") && removed.out.contains("in the usual order"))
        #expect(removed.out.contains("sun\n"))
        #expect(await bench.run("household", "--first-day", "someday").status == .usage)
        #expect(await bench.run("household", "--match-rule", "three").status == .usage)
        // Tokens in use have the former rules.
        #expect(await bench.run("household", "--no-kids-see-unrated").out.contains("All devices follow at once"))
        #expect(!(await bench.run("household").out.contains("follow within")))
    }

    @Test
    func `favourites come and go, and say whether anything changed`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("favourite").out.hasPrefix("No favourites yet."))
        #expect(await bench.run("favourite", "add", "ch-1").out == "ch-1 is a favourite now.\n")
        #expect(
            await bench.run("favourite", "add", "ch-1", "ch-2").out
                == "ch-1 was a favourite already.\nch-2 is a favourite now.\n")
        #expect(
            await bench.run("favourite", "list").out == """
                TITLE          KIND     ID
                Title of ch-1  channel  ch-1
                Title of ch-2  channel  ch-2
                2 of 2

                """)
        let removed = await bench.run("favorite", "remove", "ch-1", "ch-9")
        #expect(removed.status == .failure && removed.out == "ch-1 is no favourite any more.\n")
        #expect(removed.err.contains("ch-9 is no favourite.\n") && removed.err.contains("(NOT_A_FAVOURITE)"))
        let json = try await bench.run("favourite", "list", "--json").json()
        #expect(json["total"] as? Int == 1)
    }

    @Test
    func `an unknown outcome is called unknown, names the command to see, and exits with 75`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("profile", "list")
        bench.profiles.fail(with: RPCError(.unavailable, "The connection was lost.", executed: .maybe))
        let outcome = await bench.run("favourite", "add", "ch-1")
        #expect(outcome.status == .unknown)
        #expect(outcome.err.contains("The outcome is unknown"))
        #expect(outcome.err.contains("`hearth favourite list`"))
        #expect(!outcome.err.lowercased().contains("failed"))
        let json = try await bench.run("favourite", "add", "ch-1", "--json").error()
        #expect(json["code"] as? String == "UNKNOWN_OUTCOME")
        #expect(json["executed"] as? String == "maybe")
        #expect(json["exitCode"] as? Int == 75)
        // A read has no outcome to be unknown of.
        let read = await bench.run("favourite", "list")
        #expect(read.status == .unavailable)
        #expect(!read.err.contains("unknown"))
    }

    @Test(arguments: [
        (RPCError(.notFound, "There is no such title."), ServiceKit.ExitStatus.failure, "hearth search WORDS"),
        (RPCError(.permissionDenied, "Not yours."), .notPermitted, "--profile"),
        (RPCError(.unauthenticated, "The token has ended."), .notPermitted, "Sign in again"),
        (RPCError(.invalidArgument, "name: too long"), .usage, "name: too long"),
        (RPCError(.internal, "It broke."), .fatal, "Try again"),
        (RPCError(.deadlineExceeded, "Late.", executed: .no), .unavailable, "--timeout"),
        (
            RPCError(.resourceExhausted, "Full.", executed: .no, retryAfter: .seconds(3)), .failure,
            "Try again in 4 s"
        ),
    ])
    func `errors become exit codes, with advice`(
        error: RPCError, status: ServiceKit.ExitStatus, advice: String
    ) async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("profile", "list")
        bench.profiles.fail(with: error)
        let outcome = await bench.run("profile", "list")
        #expect(outcome.status == status)
        #expect(outcome.err.contains(advice))
        #expect(outcome.err.contains(error.code == .notFound ? "No title has this id" : error.message))
    }
}
