using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http.Connections;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.Options;
using System.Buffers.Text;
using System.ComponentModel.DataAnnotations;
using System.Security.Claims;
using System.Security.Cryptography;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text;

var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration;

builder.Services.AddControllers();
builder.Services.AddProblemDetails();
var signalR = builder.Services.AddSignalR();
// The backplane of several nodes.
if (settings["Redis"] is { } redis) signalR.AddStackExchangeRedis(redis);
builder.Services.AddSingleton<ChatStore>();
builder.Services.AddSingleton<TokenService>();
builder.Services
    .AddAuthentication(JwtBearerHandler.SchemeName)
    .AddScheme<JwtBearerOptions, JwtBearerHandler>(JwtBearerHandler.SchemeName, options =>
    {
        options.ClockSkew = TimeSpan.FromSeconds(settings.GetValue("ClockSkewSeconds", 300));
        // Browsers cannot set headers for WebSockets and server-sent events.
        options.QueryTokenPath = "/chatHub66";
    });
builder.Services.AddAuthorization(options => options.AddPolicy("OwnChannel", policy => policy
    .RequireAuthenticatedUser()
    .RequireAssertion(context => context.Resource is HttpContext http
        && http.Request.Query["userId"] == context.User.FindFirstValue(ClaimTypes.NameIdentifier))));
builder.Services.AddCors(options => options.AddDefaultPolicy(policy => policy
    .SetIsOriginAllowed(_ => true)
    .AllowAnyHeader()
    .AllowAnyMethod()
    .AllowCredentials()));
builder.Services.AddControl();
builder.Services.AddChatApp();

var app = builder.Build();

if (settings["webroot"] is not null) app.UseChatApp();
app.UseExceptionHandler();
app.UseStatusCodePages();
app.UseCors();

var uploads = Path.Combine(app.Services.GetRequiredService<ChatStore>().Folder, "uploads");
Directory.CreateDirectory(uploads);
app.UseStaticFiles(new StaticFileOptions
{
    FileProvider = new PhysicalFileProvider(uploads),
    RequestPath = "/uploads",
    ContentTypeProvider = new FileExtensionContentTypeProvider(),
    OnPrepareResponse = context =>
    {
        context.Context.Response.Headers.XContentTypeOptions = "nosniff";
        context.Context.Response.Headers.ContentSecurityPolicy = "default-src 'none'; sandbox";
    },
});

app.UseRouting();
app.UseAuthentication();
app.UseAuthorization();

app.MapControllers();
app.MapHub<ChatHub>("/chatHub66", options =>
{
    options.Transports = settings.GetValue("Transports",
        HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents | HttpTransportType.LongPolling);
    options.CloseOnAuthenticationExpiration = settings.GetValue("CloseOnAuthenticationExpiration", false);
}).RequireAuthorization("OwnChannel");
app.MapControl();
if (settings["webroot"] is not null) app.MapChatApp();

app.Run();

public record LoginRequest([RegularExpression(@"^\+994\d{9}$")] string Username, string Password);

public record ChatMessage(int FromUserId, int ToUserId, string? Text, string? ImageUrl, DateTime Timestamp);

/// <summary>The REST API.</summary>
[ApiController]
[Authorize]
[Route("api/66")]
public class ChatController(ChatStore store, TokenService tokens) : ControllerBase
{
    private const int UploadLimit = 20 * 1024 * 1024;

    private int UserId => int.Parse(User.FindFirstValue(ClaimTypes.NameIdentifier)!);

    [AllowAnonymous]
    [HttpPost("login")]
    public IActionResult Login(LoginRequest request)
    {
        var id = store.CustomerFor(request.Username);
        return Ok(new { newtoken = tokens.Issue(id, request.Username) });
    }

    [HttpGet("messages/{userId}")]
    public IActionResult Messages(int userId) =>
        userId == UserId ? Ok(store.Of(userId)) : Forbid();

    [HttpPost("send")]
    public IActionResult Send(ChatMessage message)
    {
        if (message.FromUserId != UserId || message.ToUserId != ChatStore.OperatorId) return Forbid();
        store.Add(UserId, message);
        return Ok();
    }

    [HttpPost("upload")]
    [RequestSizeLimit(UploadLimit)]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        using var content = new MemoryStream();
        await file.CopyToAsync(content);
        var extension = ImageType.ExtensionOf(content.ToArray());
        if (extension is null) return StatusCode(StatusCodes.Status415UnsupportedMediaType);
        var imageUrl = $"uploads/{Guid.NewGuid()}.{extension}";
        await System.IO.File.WriteAllBytesAsync(Path.Combine(store.Folder, imageUrl), content.ToArray());
        return Ok(new { imageUrl });
    }
}

/// <summary>The chat hub. `POST send` stores messages; the hub only delivers them.</summary>
public class ChatHub : Hub
{
    public Task SendMessage(ChatMessage message)
    {
        if (message.FromUserId.ToString() != Context.UserIdentifier)
            throw new HubException("The sender of a message must be the caller.");
        return Clients.User(message.ToUserId.ToString()).SendAsync("ReceiveMessage", message);
    }

    public Task SendTyping(int senderId, int value) =>
        Clients.User(ChatStore.OperatorId.ToString()).SendAsync("ReceiveTyping", senderId, value);
}

/// <summary>Detects the image type from a file's first bytes.</summary>
public static class ImageType
{
    public static string? ExtensionOf(ReadOnlySpan<byte> file) =>
        file.StartsWith((ReadOnlySpan<byte>)[0x89, (byte)'P', (byte)'N', (byte)'G']) ? "png"
        : file.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xD8, 0xFF]) ? "jpg"
        : file.StartsWith("GIF8"u8) ? "gif"
        : file.Length > 12 && file.StartsWith("RIFF"u8) && file[8..].StartsWith("WEBP"u8) ? "webp"
        : null;
}

/// <summary>A database file that all nodes share. A message is stored when its INSERT has returned.</summary>
public class ChatStore
{
    public const int OperatorId = 1;

    private readonly string _source;
    private readonly double _historyLag;
    private readonly DateTimeKind _kind;

    public string Folder { get; }

    public ChatStore(IConfiguration settings)
    {
        Folder = Directory.CreateDirectory(settings["Folder"] ?? "data").FullName;
        _source = new SqliteConnectionStringBuilder { DataSource = Path.Combine(Folder, "chat.db") }.ToString();
        _historyLag = settings.GetValue("HistoryLagSeconds", 0.0);
        _kind = settings.GetValue("DateTimeKind", DateTimeKind.Unspecified);
        Query<string>("""
            CREATE TABLE IF NOT EXISTS customers (id INTEGER PRIMARY KEY, phone TEXT UNIQUE);
            CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, customer INTEGER, message TEXT,
              stored REAL DEFAULT (unixepoch('subsec')));
            CREATE INDEX IF NOT EXISTS conversation ON messages (customer);
            PRAGMA journal_mode = WAL;
            """);
    }

    /// <summary>Returns the id of the customer with this phone number; a new number gets the next id.</summary>
    public int CustomerFor(string phone) => (int)Query<long>("""
        INSERT INTO customers SELECT coalesce(max(id), $operator) + 1, $phone FROM customers WHERE true
          ON CONFLICT (phone) DO NOTHING;
        SELECT id FROM customers WHERE phone = $phone;
        """, ("$operator", OperatorId), ("$phone", phone)).Single();

    /// <summary>
    /// Returns a conversation in stored order, from a copy of the database that is as old as the lag. No copy is made:
    /// rows never change and are never deleted, so such a copy has exactly the rows that are at least as old.
    /// </summary>
    public IEnumerable<ChatMessage> Of(int customerId) => Query<string>("""
        SELECT message FROM messages
          WHERE customer = $customer AND stored <= unixepoch('subsec') - $lag ORDER BY id;
        """, ("$customer", customerId), ("$lag", _historyLag))
        .Select(message => OfKind(JsonSerializer.Deserialize<ChatMessage>(message)!));

    /// <summary>Stores a message, with its time in UTC. Returns it as a later read does.</summary>
    public ChatMessage Add(int customerId, ChatMessage message)
    {
        var stored = message with { Timestamp = message.Timestamp.ToUniversalTime() };
        Query<int>("INSERT INTO messages (customer, message) VALUES ($customer, $message)",
            ("$customer", customerId), ("$message", JsonSerializer.Serialize(stored)));
        return OfKind(stored);
    }

    // A datetime2 column loses the kind; other columns keep UTC or convert to local time.
    private ChatMessage OfKind(ChatMessage message) => message with
    {
        Timestamp = _kind == DateTimeKind.Local
            ? message.Timestamp.ToLocalTime()
            : DateTime.SpecifyKind(message.Timestamp, _kind),
    };

    /// <summary>Runs SQL with parameters. Returns the first column of its result.</summary>
    private List<T> Query<T>(string sql, params (string Name, object Value)[] parameters)
    {
        using var connection = new SqliteConnection(_source);
        connection.Open();
        using var command = connection.CreateCommand();
        // The file outlives a killed process. Surviving a power failure would cost a flush per message.
        command.CommandText = "PRAGMA synchronous = OFF;" + sql;
        foreach (var (name, value) in parameters) command.Parameters.AddWithValue(name, value);
        using var reader = command.ExecuteReader();
        var values = new List<T>();
        while (reader.Read()) values.Add(reader.GetFieldValue<T>(0));
        return values;
    }
}

/// <summary>Issues and validates JWTs with the WS-Federation claim names of .NET's ClaimTypes.</summary>
public class TokenService
{
    private static readonly byte[] Key = Encoding.UTF8.GetBytes("a key for tests, which everybody may know");

    public string Issue(int userId, string username, double lifetimeSeconds = 7 * 24 * 3600)
    {
        var payload = new Dictionary<string, object>
        {
            [ClaimTypes.NameIdentifier] = userId.ToString(),
            [ClaimTypes.Name] = username,
            ["exp"] = DateTimeOffset.UtcNow.AddSeconds(lifetimeSeconds).ToUnixTimeSeconds(),
        };
        var signed = $"{Encode(new { alg = "HS256", typ = "JWT" })}.{Encode(payload)}";
        return $"{signed}.{SignatureOf(signed)}";
    }

    /// <summary>Returns the claims of a token; null if it was not signed with this key.</summary>
    public Dictionary<string, JsonElement>? Validate(string token)
    {
        var dot = token.LastIndexOf('.');
        if (dot < 0 || !IsSame(token[(dot + 1)..], SignatureOf(token[..dot]))) return null;
        return JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(
            Base64Url.DecodeFromChars(token.Split('.')[1]));
    }

    private static string Encode(object value) =>
        Base64Url.EncodeToString(JsonSerializer.SerializeToUtf8Bytes(value));

    private static string SignatureOf(string text) =>
        Base64Url.EncodeToString(HMACSHA256.HashData(Key, Encoding.UTF8.GetBytes(text)));

    private static bool IsSame(string a, string b) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(a), Encoding.UTF8.GetBytes(b));
}

public class JwtBearerOptions : AuthenticationSchemeOptions
{
    /// <summary>How long an expired token is still accepted; five minutes by default.</summary>
    public TimeSpan ClockSkew { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>The path below which the token may be a query parameter.</summary>
    public PathString QueryTokenPath { get; set; }
}

/// <summary>Bearer authentication that responds like the JwtBearer package, which needs a package source.</summary>
public class JwtBearerHandler(
    IOptionsMonitor<JwtBearerOptions> options, ILoggerFactory logger, UrlEncoder encoder, TokenService tokens)
    : AuthenticationHandler<JwtBearerOptions>(options, logger, encoder)
{
    public const string SchemeName = "Bearer";

    protected override Task<AuthenticateResult> HandleAuthenticateAsync() =>
        Task.FromResult(TokenOf(Request) is { Length: > 0 } token ? Authenticate(token) : AuthenticateResult.NoResult());

    protected override async Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        var result = await HandleAuthenticateOnceSafeAsync();
        Response.StatusCode = StatusCodes.Status401Unauthorized;
        Response.Headers.WWWAuthenticate = result.Failure is { } failure
            ? $"{SchemeName} error=\"invalid_token\", error_description=\"{failure.Message}\""
            : SchemeName;
    }

    private string? TokenOf(HttpRequest request)
    {
        if (request.Path.StartsWithSegments(Options.QueryTokenPath)
            && request.Query["access_token"].ToString() is { Length: > 0 } inQuery) return inQuery;
        var header = request.Headers.Authorization.ToString();
        return header.StartsWith("Bearer ", StringComparison.OrdinalIgnoreCase) ? header[7..].Trim() : null;
    }

    private AuthenticateResult Authenticate(string token)
    {
        if (tokens.Validate(token) is not { } claims) return AuthenticateResult.Fail("The signature is invalid");
        var expires = DateTimeOffset.FromUnixTimeSeconds(claims["exp"].GetInt64());
        if (expires + Options.ClockSkew < TimeProvider.GetUtcNow())
            return AuthenticateResult.Fail($"The token expired at '{expires.UtcDateTime:MM/dd/yyyy HH:mm:ss}'");
        var identity = new ClaimsIdentity(
            claims.Select(claim => new Claim(claim.Key, claim.Value.ToString())), SchemeName);
        var properties = new AuthenticationProperties { ExpiresUtc = expires };
        return AuthenticateResult.Success(new(new ClaimsPrincipal(identity), properties, SchemeName));
    }
}
