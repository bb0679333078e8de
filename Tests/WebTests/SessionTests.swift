import Access
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService
@testable import WebService

/// Sessions of browsers, with real profiles over ZeroMQ behind the web server.
struct SessionTests {
    private static let page = ["Origin": "http://localhost"]

    /// A household with its owner.
    private struct Household: Sendable {
        let harness: ServiceHarness
        let web: WebHarness
        let owner: RPCClient<Profiles>

        /// The code of a link, as `hearth web open` makes it.
        func code() async throws -> String {
            let device = DeviceDescription(name: "Browser", platform: "web")
            let codes = try await owner.send(Profiles.StartPairing(device: device))
            _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode))
            return codes.deviceCode
        }

        func session(
            _ path: String, _ json: String = "{}", cookie: String? = nil
        ) async throws -> RawHTTPClient.Response {
            var fields = SessionTests.page
            if let cookie { fields["Cookie"] = cookie }
            return try await web.call("session/\(path)", json, token: nil, fields)
        }

        /// Signs a browser in, and returns its cookie.
        func signIn() async throws -> String {
            try #require(try await session("link", #"{"code":"\#(try await code())"}"#).cookie)
        }
    }

    private func with(_ body: (Household) async throws -> Void) async throws {
        try await ServiceHarness.with(ProfilesService.self, .ipc) { harness in
            let clients = WebHarness.Clients([Profiles.serviceName: try await harness.channel()])
            let key = try OwnerKey.loadOrCreate(in: harness.runDirectory, runtime: harness.runtime)
            let anonymous = try await harness.client(Profiles.self, as: nil)
            let session = try await anonymous.send(Profiles.LocalOwner(proof: Data(key.bytes)))
            let owner = RPCClient<Profiles>(
                anonymous.channel, defaults: CallOptions(timeout: .seconds(120), token: AccessToken(session.token)))
            try await WebHarness.with(clients) { web async throws in
                try await body(Household(harness: harness, web: web, owner: owner))
            }
        }
    }

    @Test
    func `a link signs one browser in, and its tokens stay out of the page`() async throws {
        try await with { household async throws in
            let code = try await household.code()
            let opened = try await household.session("link", #"{"code":"\#(code)"}"#)
            #expect(opened.status == 200, "\(opened.text)")
            let session = try opened.json
            #expect(session["household"] as? String == "home" && session["role"] as? String == "owner")
            #expect(session["profile"] is [String: Any] && session["expires"] is String)
            #expect(session["token"] == nil && session["refreshToken"] == nil)
            let cookie = try #require(opened.fields["set-cookie"])
            #expect(cookie.contains("; Path=/; ") && cookie.contains("; HttpOnly; SameSite=Strict"))
            let token = try #require(opened.cookie).split(separator: "=", maxSplits: 1)[1]
            #expect(!opened.text.contains(token))

            let call = try await household.web.call(
                "hearth.profiles.v1.Profiles/ListProfiles", "{}", token: nil,
                Self.page.merging(["Cookie": try #require(opened.cookie)]) { $1 })
            #expect(call.status == 200 && call.text.contains("profiles"), "\(call.text)")
            // What returns tokens is not for pages.
            let refused = try await household.web.call(
                "hearth.profiles.v1.Profiles/SwitchProfile", #"{"profile":"x"}"#, token: nil,
                Self.page.merging(["Cookie": try #require(opened.cookie)]) { $1 })
            #expect(refused.status == 400 && refused.text.contains("/session"))
            #expect(try await household.owner.send(Profiles.ListDevices()).devices.count == 1)
        }
    }

    @Test
    func `without a session there is none`() async throws {
        try await with { household async throws in
            for path in ["refresh", "profile"] {
                let refused = try await household.session(path, #"{"profile":"x"}"#)
                #expect(refused.status == 401, "\(refused.text)")
                #expect(try refused.code == "unauthenticated")
            }
            #expect(try await household.session("link", #"{"code":"home.guess"}"#).status != 200)
            #expect(try await household.session("link").status == 400)
            #expect(try await household.session("signout").status == 200)
            #expect(try await household.session("nothing").status == 404)
        }
    }

    @Test
    func `tabs that refresh at once get one rotation`() async throws {
        try await with { household async throws in
            let cookie = try await household.signIn()
            // Another process of the web server: it has nothing in memory.
            let clients = WebHarness.Clients([Profiles.serviceName: try await household.harness.channel()])
            try await WebHarness.with(clients) { other async throws in
                let responses = try await withThrowingTaskGroup(of: RawHTTPClient.Response.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await other.call(
                                "session/refresh", "{}", token: nil, Self.page.merging(["Cookie": cookie]) { $1 })
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(responses.allSatisfy { $0.status == 200 })
                let cookies = Set(responses.compactMap(\.cookie))
                #expect(cookies.count == 1 && cookies.first != cookie)
                // A tab that still has the one before it goes on, and is told the next one.
                let late = try await other.call(
                    "hearth.profiles.v1.Profiles/ListProfiles", "{}", token: nil,
                    Self.page.merging(["Cookie": cookie]) { $1 })
                #expect(late.status == 200 && late.cookie == cookies.first)
                let current = try await other.call(
                    "hearth.profiles.v1.Profiles/ListProfiles", "{}", token: nil,
                    Self.page.merging(["Cookie": try #require(cookies.first)]) { $1 })
                #expect(current.status == 200 && current.cookie == nil)
            }
        }
    }

    @Test
    func `a browser goes on as another profile, and asks for the PIN where there is one`() async throws {
        try await with { household async throws in
            let cookie = try await household.signIn()
            let profiles = try await household.owner.send(Profiles.ListProfiles()).profiles
            let kids = try #require(profiles.first { $0.kind == .kids })
            let adult = try #require(profiles.first { $0.kind == .adult })
            _ = try await household.owner.send(Profiles.SetPIN(pin: "1234"))
            let child = try await household.session("profile", #"{"profile":"\#(kids.id)"}"#, cookie: cookie)
            #expect(child.status == 200, "\(child.text)")
            #expect(try child.profile == kids.id)
            let next = try #require(child.cookie)
            let refused = try await household.session(
                "profile", #"{"profile":"\#(adult.id)","pin":"0000"}"#, cookie: next)
            #expect(refused.status == 403, "\(refused.text)")
            // The cookie still holds.
            let same = try await household.session("refresh", cookie: next)
            #expect(try same.profile == kids.id)
            let back = try await household.session("profile", #"{"profile":"\#(adult.id)","pin":"1234"}"#, cookie: next)
            #expect(back.status == 200, "\(back.text)")
        }
    }

    @Test
    func `signing out ends the device`() async throws {
        try await with { household async throws in
            let cookie = try await household.signIn()
            let out = try await household.session("signout", cookie: cookie)
            #expect(out.status == 200 && out.fields["set-cookie"]?.contains("hearth-session=; ") == true)
            // It ends the tokens of the household, so that services fetch others.
            let key = try OwnerKey.loadOrCreate(in: household.harness.runDirectory, runtime: household.harness.runtime)
            let next = try await household.owner.send(Profiles.LocalOwner(proof: Data(key.bytes)))
            let left = try await household.owner.send(
                Profiles.ListDevices(), options: CallOptions(timeout: .seconds(120), token: AccessToken(next.token)))
            #expect(left.devices.isEmpty)
            #expect(try await household.session("refresh", cookie: cookie).status == 401)
        }
    }

    @Test
    func `another device shows a code, and is signed in once a member approves it`() async throws {
        try await with { household async throws in
            let begun = try await household.session("pair", #"{"name":"Tablet","shared":true}"#)
            #expect(begun.status == 200, "\(begun.text)")
            let (json, cookie) = (try begun.json, try #require(begun.cookie))
            let code = try #require(json["userCode"] as? String)
            #expect(json["link"] as? String == "hearth://pair/\(code)" && json["lifetimeSeconds"] as? Int == 600)
            #expect(json["deviceCode"] == nil)
            let picture = try await household.web.request("GET", "/session/pair/qr.svg", ["Cookie": cookie])
            #expect(picture.status == 200 && picture.fields["content-type"] == "image/svg+xml")
            #expect(picture.text.hasPrefix("<svg "))
            let pending = try await household.session("pair/poll", cookie: cookie)
            #expect(pending.status == 400 && pending.text.contains("authorization_pending"), "\(pending.text)")
            let device = try await household.owner.send(Profiles.ApprovePairing(code: code)).device
            #expect(device.name == "Tablet" && device.platform == "web" && device.isShared == true)
            let opened = try await household.session("pair/poll", cookie: cookie)
            #expect(opened.status == 200, "\(opened.text)")
            #expect(try await household.session("pair/poll").status == 400)
        }
    }

    @Test
    func `an invitation signs a browser in as a new member, once, and its tokens stay out of the page`() async throws {
        try await with { household async throws in
            let invited = try await household.owner.send(Profiles.InviteMember(role: .adult, name: "Sam"))
            let body = #"{"token":"\#(invited.token)","name":"Robin"}"#
            let joined = try await household.session("invitation", body)
            #expect(joined.status == 200, "\(joined.text)")
            let session = try joined.json
            #expect((session["profile"] as? [String: Any])?["name"] as? String == "Robin")
            #expect(session["role"] as? String == "adult")
            #expect(session["token"] == nil && session["refreshToken"] == nil)
            let cookie = try #require(joined.cookie)
            let set = try await household.web.call(
                "hearth.profiles.v1.Profiles/SetPIN", #"{"profile":"\#(try joined.profile ?? "")","pin":"2468"}"#,
                token: nil, Self.page.merging(["Cookie": cookie]) { $1 })
            #expect(set.status == 200, "\(set.text)")
            #expect(try await household.session("invitation", body).status == 404)
            #expect(try await household.session("invitation").status == 400)
            #expect(try await household.owner.send(Profiles.ListMembers()).members.map(\.name).contains("Robin"))
        }
    }

    @Test
    func `a signed-in browser gets the code of a text, and another one nothing`() async throws {
        try await with { household async throws in
            let cookie = try await household.signIn()
            let picture = try await household.session("qr", #"{"text":"hearth://invite/x"}"#, cookie: cookie)
            #expect(picture.status == 200 && picture.fields["content-type"] == "image/svg+xml", "\(picture.text)")
            #expect(picture.text.hasPrefix("<svg "))
            let long = String(repeating: "x", count: 2_400)
            for body in ["{}", "{\"text\":\"\(long)\"}"] {
                #expect(try await household.session("qr", body, cookie: cookie).status == 400)
            }
            #expect(try await household.session("qr", #"{"text":"x"}"#).status == 401)
        }
    }

    @Test(arguments: [
        [:], ["Authorization": "Bearer junk"], ["Authorization": "Bearer junk", "Cookie": "hearth-session=x"],
    ])
    func `a page gets no tokens, also without its cookie and with a token of its own`(
        fields: [String: String]
    ) async throws {
        try await with { household async throws in
            let code = try await household.code()
            let refused = try await household.web.call(
                "hearth.profiles.v1.Profiles/PollPairing", #"{"deviceCode":"\#(code)"}"#, token: nil,
                Self.page.merging(fields) { $1 })
            #expect(refused.status == 400 && refused.text.contains("/session"), "\(refused.text)")
            // A program that is no browser may have them.
            let program = try await household.web.call(
                "hearth.profiles.v1.Profiles/PollPairing", #"{"deviceCode":"\#(code)"}"#, token: nil, [:])
            #expect(program.status == 200 && program.text.contains("refreshToken"), "\(program.text)")
        }
    }

    @Test
    func `a stream goes on with the device's session, which its page has renewed several times`() async throws {
        try await with { household async throws in
            let clients = WebHarness.Clients([Profiles.serviceName: try await household.harness.channel()])
            let sessions = BrowserSessions(clients: clients, runtime: household.harness.runtime)
            let code = try await household.code()
            let first = try sessions.begin(try await household.owner.send(Profiles.PollPairing(deviceCode: code)))
            var last = first
            for _ in 0..<3 {
                last = try await sessions.session(of: last.refreshToken, refused: last.session.token)
            }
            #expect(last.refreshToken != first.refreshToken)
            #expect(try await sessions.following(first).refreshToken == last.refreshToken)
            // The device was not taken for a stolen one.
            #expect(try await household.owner.send(Profiles.ListDevices()).devices.count == 1)
            _ = try await sessions.session(of: last.refreshToken, refused: last.session.token)
        }
    }

    @Test
    func `a token that several requests were refused with is renewed once`() async throws {
        try await with { household async throws in
            let clients = WebHarness.Clients([Profiles.serviceName: try await household.harness.channel()])
            let sessions = BrowserSessions(clients: clients, runtime: household.harness.runtime)
            let code = try await household.code()
            let held = try sessions.begin(try await household.owner.send(Profiles.PollPairing(deviceCode: code)))
            let next = try await sessions.session(of: held.refreshToken, refused: held.session.token)
            let late = try await sessions.session(of: held.refreshToken, refused: held.session.token)
            #expect(late.refreshToken == next.refreshToken)
        }
    }

    @Test
    func `profiles is told when a person last used the device, and not what the page did by itself`() async throws {
        let told = Mutex<[Date?]>([])
        let clients = TestServiceClients(runtime: SystemRuntime.shared)
        try FakeSession.play(on: clients) { request in told.withLock { $0.append(request.lastActive) } }
        try await clients.connect(to: Profiles.serviceName)
        let sessions = BrowserSessions(clients: clients, runtime: SystemRuntime.shared)
        let held = try await sessions.session(of: "home.d1.0")
        _ = try await sessions.following(held)
        _ = try await sessions.session(of: "home.d1.0", refused: held.session.token, isActive: false)
        #expect(told.withLock { $0 } == [nil, nil])
        let begun = Date()
        _ = try await sessions.session(of: "home.d1.0")
        _ = try await sessions.session(of: "home.d1.0", refused: held.session.token, isActive: false)
        let last = try #require(told.withLock { $0.last } ?? nil)
        #expect(last.timeIntervalSince(begun) > -1)
    }
}

extension RawHTTPClient.Response {
    /// The profile of a session, by id.
    var profile: String? { get throws { (try json["profile"] as? [String: Any])?["id"] as? String } }

    /// The first cookie that it sets, as a browser sends it back; nil without one, or when it is removed.
    var cookie: String? {
        guard let line = fields["set-cookie"]?.split(separator: "\n").first, !line.contains("Max-Age=0") else {
            return nil
        }
        return line.split(separator: ";").first.map(String.init)
    }
}
