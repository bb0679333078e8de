import Foundation
import ServiceKit
import TestSupport
import Testing

/// `hearth invite`
struct InviteCommandTests {
    @Test func `an invitation shows its link and QR code, and is listed without them`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("invite", "--name", "Kim", "--child", "--for", "2h")
        let lines = outcome.out.split(separator: "\n").map(String.init)
        #expect(lines.first == "Kim is invited as a child, until 2026-01-01 02:00.")
        #expect(lines[1] == "hearth://invite/home.right")
        let code = lines.filter { $0.allSatisfy { "█▀▄ ".contains($0) } }
        // 25 modules and a quiet zone of 4 on each side, two to a line.
        #expect(code.count == 17 && code.allSatisfy { $0.count == 33 })
        #expect(lines.last?.contains("hearth invite revoke i-1") == true)
        let list = await bench.run("invite", "list").out
        #expect(list.contains("Kim") && list.contains("open") && list.contains("Olga"))
        #expect(!list.contains("home.right"))
        #expect(await bench.run("invite", "revoke", "kim").out == "The invitation is revoked.\n")
        #expect(await bench.run("invite", "list").out.contains("revoked"))
        #expect(await bench.run("invite", "revoke", "kim").err.contains("(unknownInvitation)"))
        let json = try await bench.run("invite", "create", "--json").json()
        #expect(json["link"] as? String == "hearth://invite/home.right")
    }

    @Test func `the QR code is a picture that only this user reads, and replaces no file`() async throws {
        let bench = try GatewayHarness()
        let path = bench.directory.path("kim.png")
        let outcome = await bench.run("invite", "create", "--png", path)
        #expect(outcome.out.contains("The QR code is in \(path)."))
        let bytes = try #require(FileManager.default.contents(atPath: path))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = await bench.run("invite", "create", "--png", path)
        #expect(again.status == .usage && again.err.contains("FILE_EXISTS"))
        #expect(FileManager.default.contents(atPath: path) == bytes)
        let nowhere = await bench.run("invite", "create", "--png", bench.directory.path("none/kim.png"))
        #expect(nowhere.status == .failure && nowhere.err.contains("hearth invite revoke"))
    }

    @Test func `who accepts signs the machine in, once, and no token is shown`() async throws {
        func stored(_ bench: GatewayHarness) throws -> String {
            let folder = bench.directory.path("data")
            let name = try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("sign-in-") }
            return try String(contentsOfFile: "\(folder)/\(try #require(name))", encoding: .utf8)
        }
        let bench = try GatewayHarness()
        let accepted = await bench.run("invite", "accept", "home.right", "--sign-in")
        #expect(accepted.status == .success && accepted.out.hasSuffix("This machine is signed in as Kim.\n"))
        #expect(!accepted.out.contains("token-of") && !accepted.out.contains("home.d-3"))
        #expect(try stored(bench).contains("d-3"))
        let again = await bench.run("invite", "accept", "home.right", "--sign-in")
        #expect(again.status == .usage && again.err.contains("(SIGNED_IN)"))
        let other = try GatewayHarness()
        let shared = await other.run("invite", "accept", "home.right", "--sign-in", "--shared", "--json")
        #expect(shared.status == .success && !shared.out.contains("token-of") && shared.out.contains("Kim"))
        #expect(try stored(other).contains("d-shared"))
        #expect(await other.run("invite", "accept", "home.right", "--shared").status == .usage)
    }

    @Test func `a link is accepted from the command line, a file or the terminal`() async throws {
        let accepted = "Kim is a member of home, with a profile.\n"
        let fromLine = try GatewayHarness()
        #expect(await fromLine.run("invite", "accept", "home.right").out == accepted)
        let again = await fromLine.run("invite", "accept", "home.right")
        #expect(again.status == .failure && again.err.contains("(unknownInvitation)"))
        let fromFile = try GatewayHarness()
        let file = try fromFile.directory.write("hearth://invite/home.right\n", to: "link")
        #expect(await fromFile.run("invite", "accept", "--link-file", file, "--name", "Kim").out == accepted)
        let bench = try GatewayHarness()
        bench.type(" hearth://invite/home.right ")
        #expect(await bench.run("invite", "accept").out == accepted)
        #expect(bench.questions == ["*The invitation's link: "])
        #expect(await bench.run("invite", "accept").status == .usage)
        #expect(await bench.run("invite", "accept", "home.right", "--link-file", file).status == .usage)
        let wrong = await bench.run("invite", "accept", "hearth://invite/home.wrong")
        #expect(wrong.status == .failure && wrong.err.contains("(unknownInvitation)"))
    }
}
